import type { Kysely } from 'kysely';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import { createRecent } from '../../../bff/platform/base/recent.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { type Problem, refuse } from '../../../bff/platform/http/problem.ts';
import { prepared } from '../../../bff/platform/store/prepared.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { refHash } from '../../../bff/redemption/journal/ref-hash.ts';
import { IS_OPEN } from '../../../bff/redemption/operation/statements.ts';
import type { VoucherGuard } from '../../../bff/redemption/operation/voucher-guards.ts';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import type { HeldVoucher, Hold, HoldRequest } from '../contract/hold.ts';

export interface HoldsDeps extends Pick<Ports, 'db' | 'clock' | 'audit'> {
  readonly keys: Pick<Keys, 'hash'>;
  /**
   * Returns the ref of a voucher to hold; null if the issuer does not know it.
   * @throws Problem as a lookup, 404 for a row or an operation without a voucher
   */
  readonly refOf: (caller: Caller, voucher: HeldVoucher) => Promise<string | null>;
}

/**
 * Vouchers that managers have put on hold. Each redemption queries the database, so that every
 * server refuses it once the hold is on the disk.
 */
export interface Holds extends VoucherGuard {
  /**
   * Puts a voucher on hold, once for each id: a repeated request returns the current state.
   * @throws Problem 409 `voucher-held` if it already has another hold, 409 `id-used`; those of
   * `refOf`
   */
  put(manager: Caller, id: string, request: HoldRequest): Promise<Hold>;
  /** Releases a voucher; a repeated call has no effect. @throws Problem 404 */
  letGo(manager: Caller, id: string): Promise<void>;
  /** Active holds, and the last released ones, newest first. */
  list(shop: Scope): Promise<Hold[]>;
}

/** Released holds that are listed; the trail has all. */
const RELEASED_MAX = 50;
/** How long the active holds stay cached. */
const RECENT_MS = 1_000;

export function createHolds({ db, clock, audit, keys, refOf }: HoldsDeps): Holds {
  const sinceWhen = prepared((from, of: { shop: Scope; hash: string }) =>
    from
      .selectFrom('hold')
      .select('at')
      .where('shop', '=', of.shop)
      .where('ref_hash', '=', of.hash)
      .where('let_go_at', 'is', null),
  );

  async function sinceIn(from: Kysely<Schema>, shop: Scope, ref: string): Promise<number | null> {
    const { rows } = await sinceWhen(from, { shop, hash: refHash(keys, ref) });
    return rows[0]?.at ?? null;
  }

  /* The list is short, and every check reads it. */
  const recent = createRecent(clock, RECENT_MS, async (shop) => {
    const all = db
      .selectFrom('hold')
      .select(['ref_hash', 'at'])
      .where('shop', '=', shop as Scope);
    const rows = await all.where('let_go_at', 'is', null).execute();
    return new Map(rows.map(({ ref_hash, at }) => [ref_hash, at]));
  });

  /** Writes a hold, unless its id or its voucher has one. */
  async function write(manager: Caller, row: Written): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('hold')
        .values({ ...row, let_go_by: null, let_go_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return;
      const { id, last4, reason } = row;
      await audit.write({ by: manager, action: 'hold.put', subject: id, details: { last4, reason } }, tx);
    });
  }

  return {
    async put(manager, id, { reason, ...heldVoucher }) {
      const { shop, person } = manager;
      const ref = await refOf(manager, heldVoucher);
      if (ref === null) throw noSuchVoucher();
      const voucher = { ref_hash: refHash(keys, ref), last4: lastFour(ref) };
      await write(manager, { id, shop, ...voucher, reason, person_id: person.id, at: clock.now() });
      recent.forget(shop);
      const found = await holds(db, shop).where('hold.id', '=', id).executeTakeFirst();
      if (!found) throw heldBefore(await sinceIn(db, shop, ref));
      if (found.ref_hash !== voucher.ref_hash || found.reason !== reason) throw refuse('id-used');
      return viewOf(found);
    },
    async letGo(manager, id) {
      const { shop, person } = manager;
      await db.transaction().execute(async (tx) => {
        const released = await tx
          .updateTable('hold')
          .set({ let_go_by: person.id, let_go_at: clock.now() })
          .where('shop', '=', shop)
          .where('id', '=', id)
          .where('let_go_at', 'is', null)
          .returning('last4')
          .executeTakeFirst();
        const found = released ?? (await holds(tx, shop).where('hold.id', '=', id).executeTakeFirst());
        if (!found) throw refuse('not-found', { message: 'There is no such hold.' });
        if (released) await audit.write({ by: manager, action: 'hold.let-go', subject: id, details: released }, tx);
      });
      recent.forget(shop);
    },
    async list(shop) {
      const held = await holds(db, shop).where('let_go_at', 'is', null).orderBy('at', 'desc').execute();
      const over = holds(db, shop).where('let_go_at', 'is not', null).orderBy('let_go_at', 'desc');
      return [...held, ...(await over.limit(RELEASED_MAX).execute())].map(viewOf);
    },
    mayRepeat: async (shop, ref) => (await sinceIn(db, shop, ref)) === null,
    heldSince: async (shop, ref) => (await recent.read(shop)).get(refHash(keys, ref)) ?? null,
    async beforeRedeem(tx, shop, ref) {
      const at = await sinceIn(tx, shop, ref);
      if (at !== null) throw voucherHeld(at);
    },
  };
}

type Written = Omit<Schema['hold'], 'let_go_by' | 'let_go_at'>;

/** Holds with the people who created and ended them, and open operations on their vouchers. */
function holds(db: Kysely<Schema>, shop: Scope) {
  return db
    .selectFrom('hold')
    .innerJoin('person', 'person.id', 'hold.person_id')
    .leftJoin('person as ender', 'ender.id', 'hold.let_go_by')
    .leftJoin('operation', (on) =>
      on
        .onRef('operation.shop', '=', 'hold.shop')
        .onRef('operation.lock_hash', '=', 'hold.ref_hash')
        .on('operation.open', '=', IS_OPEN),
    )
    .leftJoin('device', 'device.id', 'operation.device_id')
    .select([
      'hold.id',
      'hold.ref_hash',
      'hold.last4',
      'hold.reason',
      'hold.at',
      'hold.let_go_at',
      'person.name as person',
    ])
    .select(['ender.name as ender', 'device.name as device', 'operation.created_at as since'])
    .where('hold.shop', '=', shop);
}

type Row = Awaited<ReturnType<ReturnType<typeof holds>['execute']>>[number];

function viewOf({ id, last4, reason, person, at, let_go_at: letGoAt, ender, device, since }: Row): Hold {
  const isOver = letGoAt !== null;
  return {
    id,
    last4,
    reason,
    person,
    at: new Date(at).toISOString(),
    letGo: isOver ? { person: ender ?? '', at: new Date(letGoAt).toISOString() } : null,
    open: isOver || since === null ? null : { device: device ?? '', since: new Date(since).toISOString() },
  };
}

function voucherHeld(since: number): Problem {
  return refuse('voucher-held', { details: { since: new Date(since).toISOString() } });
}

/** @param since null if it was released at the same moment, or the id belongs to another shop */
function heldBefore(since: number | null): Problem {
  return since === null ? refuse('id-used') : voucherHeld(since);
}

function noSuchVoucher(): Problem {
  return refuse('bad-code', { message: 'The issuer knows no such voucher.', details: { field: 'code' } });
}
