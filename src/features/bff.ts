import { apiAccess } from './api-access/bff/feature.ts';
import { apiDocuments } from './api-documents/bff/feature.ts';
import { backups } from './backups/bff/feature.ts';
import { chain } from './chain/bff/feature.ts';
import { closings } from './closings/bff/feature.ts';
import { customerDisplay } from './customer-display/bff/feature.ts';
import { exceptionReport } from './exception-report/bff/feature.ts';
import { fleet } from './fleet/bff/feature.ts';
import { giftCards } from './gift-cards/bff/feature.ts';
import { headOffice } from './head-office/bff/feature.ts';
import { hold } from './hold/bff/feature.ts';
import { printing } from './printing/bff/feature.ts';
import { registers } from './registers/bff/feature.ts';
import { remoteApproval } from './remote-approval/bff/feature.ts';
import { selling } from './selling/bff/feature.ts';
import { serverCheck } from './server-check/bff/feature.ts';
import { transactions } from './transactions/bff/feature.ts';
import { voucherHistory } from './voucher-history/bff/feature.ts';

/** Features that are created before the core. */
export const FIRST_FEATURES = [apiAccess] as const;

/**
 * The other features of the server, one line per feature. They are created and started, and their
 * guards run, in this order.
 */
export const SERVER_FEATURES = [
  hold,
  giftCards,
  selling,
  closings,
  registers,
  customerDisplay,
  exceptionReport,
  printing,
  serverCheck,
  fleet,
  chain,
  headOffice,
  backups,
  remoteApproval,
  transactions,
  voucherHistory,
  apiDocuments,
] as const;
