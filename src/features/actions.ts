import type { ActionTexts } from '../pwa/words/action-texts.ts';
import { connectionActionTexts } from './api-access/pwa/words/actions.ts';
import { backupActionTexts } from './backups/pwa/words/actions.ts';
import { chainActionTexts } from './chain/pwa/words/actions.ts';
import { closingActionTexts } from './closings/pwa/words/actions.ts';
import { displayActionTexts } from './customer-display/pwa/words/actions.ts';
import { exceptionActionTexts } from './exception-report/pwa/words/actions.ts';
import { activationActionTexts } from './gift-cards/pwa/words/actions.ts';
import { officeActionTexts } from './head-office/pwa/words/actions.ts';
import { holdActionTexts } from './hold/pwa/words/actions.ts';
import { keyRotationActionTexts } from './key-rotation/pwa/words/actions.ts';
import { printingActionTexts } from './printing/pwa/words/actions.ts';
import { registerActionTexts } from './registers/pwa/words/actions.ts';
import { remoteApprovalActionTexts } from './remote-approval/pwa/words/actions.ts';
import { issueActionTexts } from './selling/pwa/words/actions.ts';
import { transactionActionTexts } from './transactions/pwa/words/actions.ts';
import { historyActionTexts } from './voucher-history/pwa/words/actions.ts';

/** The texts of what features write to the audit trail, one line per feature. */
export const FEATURE_ACTION_TEXTS: readonly ActionTexts<string>[] = [
  connectionActionTexts,
  backupActionTexts,
  chainActionTexts,
  closingActionTexts,
  displayActionTexts,
  exceptionActionTexts,
  activationActionTexts,
  officeActionTexts,
  holdActionTexts,
  keyRotationActionTexts,
  printingActionTexts,
  registerActionTexts,
  remoteApprovalActionTexts,
  issueActionTexts,
  transactionActionTexts,
  historyActionTexts,
];
