import type { PracticeVoucher } from '../../contract/access/people.ts';
import type { IssuerAdmin } from '../issuer/admin-port.ts';
import type { Issuer } from '../issuer/port.ts';
import type { Ports } from '../platform/audit/ports.ts';
import type { Config } from '../platform/config/config.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Backups } from '../platform/storage/backups.ts';

/** What the parts of the server stand on. */
export interface Foundation extends Ports {
  readonly config: Config;
  readonly issuer: Issuer & IssuerAdmin;
  /** Where somebody watches. */
  readonly metrics?: Metrics | undefined;
  /** Backups that the server makes by itself; without any, nobody misses them. */
  readonly backups?: Pick<Backups, 'trouble'> | null;
  /** Folder for files beside the database; tests have none. */
  readonly directory?: string;
  /** What a person types for the first set-up. */
  readonly setupCode: string;
  /** Names of the embedded service's shops, by their numbers. */
  readonly knownShops?: ReadonlyMap<string, string>;
  /** Null with a real voucher service. */
  readonly practiceVouchers: (() => PracticeVoucher[]) | null;
}
