import type { Kysely } from 'kysely';
import { createCheck } from './check/check.ts';
import { checkRoutes } from './check/route.ts';
import { createSnapshots } from './check/snapshots.ts';
import { createWrongCodes } from './check/wrong-codes.ts';
import type { Router } from './http/route.ts';
import type { Issuer } from './issuer/port.ts';
import type { Schema } from './journal/schema.ts';
import { createJournal } from './journal/tender-journal.ts';
import type { Keys } from './keys.ts';
import type { Logger } from './logging.ts';
import type { Clock } from './ports.ts';
import { createSettler } from './settle/settler.ts';
import { tenderRoutes } from './tender/route.ts';
import { createTenders } from './tender/tenders.ts';

export interface VouchersOptions {
  readonly shop: string;
  readonly db: Kysely<Schema>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly issuer: Issuer;
  readonly log: Logger;
  readonly currency: string;
  readonly productBasedValue: 'none' | 'items';
  /** W of settling, milliseconds. */
  readonly settleWindowMs: number;
}

/** Everything that deals in vouchers: check, redemption, settling. */
export interface Vouchers {
  routes(on: Router['on']): void;
  /** Before the first request: reads what the last stop left open and begins to settle it. */
  recover(): Promise<void>;
  /** Stops settling and waits for redemptions that are under way. */
  close(): Promise<void>;
}

export function createVouchers({ shop, db, keys, clock, issuer, log, settleWindowMs, ...terms }: VouchersOptions): Vouchers {
  const journal = createJournal({ db, keys, clock });
  const shared = { journal, issuer, clock, log, snapshots: createSnapshots({ issuer, clock }), wrongCodes: createWrongCodes({ clock }) };
  const settler = createSettler({ ...shared, shop, settleWindowMs });
  const tenders = createTenders({ ...shared, ...terms, settler });
  const check = createCheck(shared);
  return {
    routes(on) {
      checkRoutes(on, check);
      tenderRoutes(on, tenders);
    },
    recover: () => settler.recover(),
    async close() {
      await settler.stop();
      await tenders.drain();
    },
  };
}
