import * as restoredDecisions from './backups/bff/migrations/0060-restored-decisions.ts';
import type { RestoreTables } from './backups/bff/tables.ts';
import * as uncounted from './closings/bff/migrations/0004-uncounted.ts';
import * as takenBackSales from './closings/bff/migrations/0016-taken-back-sales.ts';
import type { ClosingTables } from './closings/bff/tables.ts';
import type { DisplayTables } from './customer-display/bff/tables.ts';
import * as deviceReports from './fleet/bff/migrations/0006-device-reports.ts';
import type { FleetTables } from './fleet/bff/tables.ts';
import * as cardsOfAccount from './gift-cards/bff/migrations/0032-cards-of-account.ts';
import * as passkeys from './head-office/bff/migrations/0011-passkeys.ts';
import type { HeadOfficeTables } from './head-office/bff/tables.ts';
import * as holdsOfAccount from './hold/bff/migrations/0031-holds-of-account.ts';
import type { HoldTables } from './hold/bff/tables.ts';
import * as printoutsBySubject from './printing/bff/migrations/0014-printouts-by-subject.ts';
import * as documentPrints from './printing/bff/migrations/0015-document-prints.ts';
import * as printoutsOfDevice from './printing/bff/migrations/0019-printouts-of-device.ts';
import * as awaitedDevices from './printing/bff/migrations/0064-awaited-devices.ts';
import type { PrintingTables } from './printing/bff/tables.ts';
import type { RemoteApprovalTables } from './remote-approval/bff/tables.ts';

/** The tables of every feature that has its own, one line per feature. */
export interface FeatureTables
  extends ClosingTables,
    DisplayTables,
    FleetTables,
    HeadOfficeTables,
    HoldTables,
    PrintingTables,
    RemoteApprovalTables,
    RestoreTables {}

/** The migrations of features. Numbers run on across features and the core. */
export const FEATURE_MIGRATIONS = {
  '0004-uncounted': uncounted,
  '0006-device-reports': deviceReports,
  '0011-passkeys': passkeys,
  '0014-printouts-by-subject': printoutsBySubject,
  '0015-document-prints': documentPrints,
  '0016-taken-back-sales': takenBackSales,
  '0019-printouts-of-device': printoutsOfDevice,
  '0031-holds-of-account': holdsOfAccount,
  '0032-cards-of-account': cardsOfAccount,
  '0060-restored-decisions': restoredDecisions,
  '0064-awaited-devices': awaitedDevices,
} as const;
