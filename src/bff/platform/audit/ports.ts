import type { Kysely } from 'kysely';
import type { Issuer } from '../../issuer/port.ts';
import type { Keys } from '../base/keys.ts';
import type { Logger } from '../base/logging.ts';
import type { Clock, Random } from '../base/ports.ts';
import type { Whose } from '../store/first-shop.ts';
import type { Schema } from '../store/schema.ts';
import type { Servers } from '../store/servers.ts';
import type { Audit } from './audit.ts';

/** What parts of the server stand on; each picks what it needs. */
export interface Ports extends Whose {
  readonly db: Kysely<Schema>;
  /**
   * The same, for long questions: nothing that writes waits for them, and nothing is written here.
   */
  readonly reads: Kysely<Schema>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** The servers that share the database. */
  readonly servers: Servers;
  /** Where what people do beside the journal is written down. */
  readonly audit: Audit;
  readonly issuer: Issuer;
}
