import type { PracticeVoucher } from '../../contract/access/people.ts';
import type { IssuerAdmin } from '../issuer/admin-port.ts';
import type { Issuer } from '../issuer/port.ts';
import type { Ports } from '../platform/audit/ports.ts';
import type { Config } from '../platform/config/config.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Backups } from '../platform/storage/backups.ts';
import type { Finding } from './finding.ts';
import type { RestoreHere } from './restore-port.ts';

/** Checks that a running server makes of itself. */
export interface SelfChecks {
  /** Checks the server and the issuer. It moves no money and changes nothing. */
  diagnose(): Promise<readonly Finding[]>;
  /** The text of a support packet. */
  packet(): Promise<string>;
}

/** The basis of all other parts of the server. */
export interface Foundation extends Ports {
  readonly config: Config;
  readonly issuer: Issuer & IssuerAdmin;
  /** Set if metrics are collected. */
  readonly metrics?: Metrics | undefined;
  /** Automatic backups; null if they are switched off on purpose. */
  readonly backups?: Pick<Backups, 'trouble'> | null;
  /** Folder for files besides the database; absent in tests. */
  readonly directory?: string;
  /** The code that the first set-up requires. */
  readonly setupCode: string;
  readonly self: SelfChecks;
  readonly restoreHere: RestoreHere;
  /** Names of the embedded issuer's shops, by number. */
  readonly knownShops?: ReadonlyMap<string, string>;
  /** Null with a real issuer. */
  readonly practiceVouchers: (() => PracticeVoucher[]) | null;
}
