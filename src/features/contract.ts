import { connectionEndpoints } from './api-access/contract/endpoints.ts';
import { closingEndpoints } from './closings/contract/endpoints.ts';
import { displayEndpoints } from './customer-display/contract/endpoints.ts';
import { exceptionEndpoints } from './exception-report/contract/endpoints.ts';
import { activationEndpoints } from './gift-cards/contract/endpoints.ts';
import { holdEndpoints } from './hold/contract/endpoints.ts';
import { printingEndpoints } from './printing/contract/endpoints.ts';
import { registerEndpoints } from './registers/contract/endpoints.ts';
import { issueEndpoints } from './selling/contract/endpoints.ts';
import { transactionEndpoints } from './transactions/contract/endpoints.ts';
import { historyEndpoints } from './voucher-history/contract/endpoints.ts';

/** The routes of every feature, one line per feature. */
export const featureEndpoints = {
  ...connectionEndpoints,
  ...closingEndpoints,
  ...displayEndpoints,
  ...exceptionEndpoints,
  ...activationEndpoints,
  ...holdEndpoints,
  ...printingEndpoints,
  ...registerEndpoints,
  ...issueEndpoints,
  ...transactionEndpoints,
  ...historyEndpoints,
} as const;
