import type { PracticeVoucher } from '../../contract/access/people.ts';
import type { IssuerAdmin } from '../issuer/admin-port.ts';
import type { Issuer } from '../issuer/port.ts';
import type { Ports } from '../platform/audit/ports.ts';
import type { Config } from '../platform/config/config.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Backups } from '../platform/storage/backups.ts';

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
  /** Names of the embedded issuer's shops, by number. */
  readonly knownShops?: ReadonlyMap<string, string>;
  /** Null with a real issuer. */
  readonly practiceVouchers: (() => PracticeVoucher[]) | null;
}
