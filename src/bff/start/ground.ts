import type { Kysely } from 'kysely';
import type { PracticeVoucher } from '../../contract/people.ts';
import type { Audit } from '../audit/audit.ts';
import type { Keys } from '../base/keys.ts';
import type { Logger } from '../base/logging.ts';
import type { Clock, Random } from '../base/ports.ts';
import type { Config } from '../config/config.ts';
import type { IssuerAdmin } from '../issuer/admin-port.ts';
import type { Issuer } from '../issuer/port.ts';
import type { Backups } from '../keeping/backups.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Whose } from '../store/first-shop.ts';
import type { Schema } from '../store/schema.ts';
import type { Servers } from '../store/servers.ts';

/** What the parts of the server stand on. */
export interface Ground extends Whose {
  readonly config: Config;
  readonly db: Kysely<Schema>;
  /** The same, for long questions. */
  readonly reads: Kysely<Schema>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** The servers that share the database. */
  readonly servers: Servers;
  /** Where what people do beside the journal is written down. */
  readonly audit: Audit;
  readonly issuer: Issuer & IssuerAdmin;
  /** Where somebody watches. */
  readonly metrics?: Metrics | undefined;
  /** Backups that the server makes by itself; without any, nobody misses them. */
  readonly backups?: Pick<Backups, 'trouble'> | null;
  /** What a person types for the first set-up. */
  readonly setupCode: string;
  /** Null with a real voucher service. */
  readonly practiceVouchers: (() => PracticeVoucher[]) | null;
}
