import type { Kysely } from 'kysely';
import type { Issuer } from '../../issuer/port.ts';
import type { Keys } from '../base/keys.ts';
import type { Logger } from '../base/logging.ts';
import type { Clock, Random } from '../base/ports.ts';
import type { StoreOwner } from '../store/first-shop.ts';
import type { Schema } from '../store/schema.ts';
import type { Servers } from '../store/servers.ts';
import type { Audit } from './audit.ts';

/** Dependencies that parts of the server share; each picks what it needs. */
export interface Ports extends StoreOwner {
  readonly db: Kysely<Schema>;
  /** A read-only connection for long queries, which no write has to wait for. */
  readonly reads: Kysely<Schema>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly servers: Servers;
  /** Records what people do outside the journal. */
  readonly audit: Audit;
  readonly issuer: Issuer;
}
