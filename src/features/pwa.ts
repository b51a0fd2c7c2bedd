import type { PageFeature } from '../pwa/shell/feature.ts';
import { apiAccessPages } from './api-access/pwa/feature.ts';
import { auditPages } from './audit-page/pwa/feature.ts';
import { backupPages } from './backups/pwa/feature.ts';
import { chainPages } from './chain/pwa/feature.ts';
import { closingsPages } from './closings/pwa/feature.ts';
import { customerDisplayPages } from './customer-display/pwa/feature.ts';
import { exceptionReportPages } from './exception-report/pwa/feature.ts';
import { fleetPages } from './fleet/pwa/feature.ts';
import { giftCardsPages } from './gift-cards/pwa/feature.ts';
import { headOfficePages } from './head-office/pwa/feature.ts';
import { holdPages } from './hold/pwa/feature.ts';
import { printingPages } from './printing/pwa/feature.ts';
import { rackCountPages } from './rack-count/pwa/feature.ts';
import { registersPages } from './registers/pwa/feature.ts';
import { remoteApprovalPages } from './remote-approval/pwa/feature.ts';
import { scannerCheckPages } from './scanner-check/pwa/feature.ts';
import { sellingPages } from './selling/pwa/feature.ts';
import { serverCheckPages } from './server-check/pwa/feature.ts';
import { shopSettingsPages } from './shop-settings/pwa/feature.tsx';
import { staffPages } from './staff/pwa/feature.ts';
import { trainingPages } from './training/pwa/feature.ts';
import { transactionsPages } from './transactions/pwa/feature.ts';
import { voucherHistoryPages } from './voucher-history/pwa/feature.ts';
import { whatsNewPages } from './whats-new/pwa/feature.ts';

/**
 * The features of the page, one line per feature. What they show at one place appears in this
 * order.
 */
export const PAGE_FEATURES: readonly PageFeature[] = [
  voucherHistoryPages,
  holdPages,
  transactionsPages,
  closingsPages,
  giftCardsPages,
  rackCountPages,
  sellingPages,
  customerDisplayPages,
  printingPages,
  registersPages,
  apiAccessPages,
  exceptionReportPages,
  auditPages,
  staffPages,
  shopSettingsPages,
  scannerCheckPages,
  serverCheckPages,
  fleetPages,
  chainPages,
  headOfficePages,
  backupPages,
  remoteApprovalPages,
  trainingPages,
  whatsNewPages,
];
