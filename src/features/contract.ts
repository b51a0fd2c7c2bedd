import { connectionAuditActions } from './api-access/contract/audit-actions.ts';
import { connectionEndpoints } from './api-access/contract/endpoints.ts';
import { documentEndpoints } from './api-documents/contract/endpoints.ts';
import { chainEndpoints } from './chain/contract/endpoints.ts';
import { closingAuditActions } from './closings/contract/audit-actions.ts';
import { closingEndpoints } from './closings/contract/endpoints.ts';
import { displayAuditActions } from './customer-display/contract/audit-actions.ts';
import { displayEndpoints } from './customer-display/contract/endpoints.ts';
import { exceptionAuditActions } from './exception-report/contract/audit-actions.ts';
import { exceptionEndpoints } from './exception-report/contract/endpoints.ts';
import { fleetEndpoints } from './fleet/contract/endpoints.ts';
import { activationAuditActions } from './gift-cards/contract/audit-actions.ts';
import { activationEndpoints } from './gift-cards/contract/endpoints.ts';
import { officeAuditActions } from './head-office/contract/audit-actions.ts';
import { headOfficeEndpoints } from './head-office/contract/endpoints.ts';
import { holdAuditActions } from './hold/contract/audit-actions.ts';
import { holdEndpoints } from './hold/contract/endpoints.ts';
import { printingAuditActions } from './printing/contract/audit-actions.ts';
import { printingEndpoints } from './printing/contract/endpoints.ts';
import { registerAuditActions } from './registers/contract/audit-actions.ts';
import { registerEndpoints } from './registers/contract/endpoints.ts';
import { restoreAuditActions } from './restore/contract/audit-actions.ts';
import { restoreEndpoints } from './restore/contract/endpoints.ts';
import { issueAuditActions } from './selling/contract/audit-actions.ts';
import { issueEndpoints } from './selling/contract/endpoints.ts';
import { serverCheckEndpoints } from './server-check/contract/endpoints.ts';
import { transactionAuditActions } from './transactions/contract/audit-actions.ts';
import { transactionEndpoints } from './transactions/contract/endpoints.ts';
import { historyAuditActions } from './voucher-history/contract/audit-actions.ts';
import { historyEndpoints } from './voucher-history/contract/endpoints.ts';

/** The routes of every feature, one line per feature. */
export const featureEndpoints = {
  ...connectionEndpoints,
  ...documentEndpoints,
  ...closingEndpoints,
  ...displayEndpoints,
  ...exceptionEndpoints,
  ...activationEndpoints,
  ...holdEndpoints,
  ...printingEndpoints,
  ...registerEndpoints,
  ...issueEndpoints,
  ...serverCheckEndpoints,
  ...fleetEndpoints,
  ...chainEndpoints,
  ...headOfficeEndpoints,
  ...restoreEndpoints,
  ...transactionEndpoints,
  ...historyEndpoints,
} as const;

/** The actions that features write to the audit trail, one line per feature. */
export const featureAuditActions = {
  ...connectionAuditActions,
  ...closingAuditActions,
  ...displayAuditActions,
  ...exceptionAuditActions,
  ...activationAuditActions,
  ...officeAuditActions,
  ...holdAuditActions,
  ...printingAuditActions,
  ...registerAuditActions,
  ...restoreAuditActions,
  ...issueAuditActions,
  ...transactionAuditActions,
  ...historyAuditActions,
} as const;
