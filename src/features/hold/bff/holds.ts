import { type Kysely, sql } from 'kysely';
import type { RestorableAccess, VoucherHolds } from '../../../bff/app/feature-hooks.ts';
import type { AuditEntry } from '../../../bff/platform/audit/audit.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { createCachedRead } from '../../../bff/platform/base/cached-read.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { type Problem, refuse } from '../../../bff/platform/http/problem.ts';
import { isAmong } from '../../../bff/platform/store/among.ts';
import { accountOf, inAccount, shopsOfAccount } from '../../../bff/platform/store/in-account.ts';
import { inShop } from '../../../bff/platform/store/in-shop.ts';
import { prepared } from '../../../bff/platform/store/prepared.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { ReadCheckFacts } from '../../../bff/redemption/check/check.ts';
import { refHash } from '../../../bff/redemption/journal/ref-hash.ts';
import type { Tx } from '../../../bff/redemption/operation/operations.ts';
import { IS_OPEN } from '../../../bff/redemption/operation/statements.ts';
import type { VoucherGuard } from '../../../bff/redemption/operation/voucher-guards.ts';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import type { HeldVoucher, Hold, HoldRequest } from '../contract/hold.ts';
import { HOLDS_RECENT_MS, RELEASED_MAX } from './limits.ts';

export interface HoldsDeps extends Pick<Ports, 'db' | 'clock' | 'audit' | 'random'> {
  readonly keys: Pick<Keys, 'hash'>;
  /**
   * Returns the ref of a voucher to hold; null if the issuer does not know it.
   * @throws Problem as a lookup, 404 for a row or an operation without a voucher
   */
  readonly refOf: (caller: Caller, voucher: HeldVoucher) => Promise<string | null>;
}

/**
 * Vouchers that managers have put on hold. Each redemption queries the database, so that every
 * server refuses it once the hold is on the disk. A hold applies in every shop of the account; only
 * its own shop lists and releases it.
 */
export interface Holds extends VoucherGuard, VoucherHolds {
  /** For checks, which may show a hold a few seconds late. */
  readonly checkFacts: ReadCheckFacts;
  /**
   * Puts a voucher on hold, once for each id: a repeated request returns the current state.
   * @throws Problem 409 `voucher-held` if it already has another hold, 409 `id-used`; those of
   * `refOf`
   */
  put(manager: Caller, id: string, request: HoldRequest): Promise<Hold>;
  /**
   * Releases a voucher; a repeated call has no effect. @throws Problem 404; 409 `taken-back` if its
   * sale was taken back, until the return is undone
   */
  release(manager: Caller, id: string): Promise<void>;
  /** Active holds, and the last released ones, newest first. */
  list(shop: Scope): Promise<Hold[]>;
}

export function createHolds({ db, clock, random, audit, keys, refOf }: HoldsDeps): Holds {
  const sinceWhen = prepared((from, of: { shop: Scope; hash: string }) =>
    from
      .selectFrom('hold')
      .select('at')
      .where('ref_hash', '=', of.hash)
      .where('let_go_at', 'is', null)
      .where(inAccount('shop', of.shop))
      .orderBy('at'),
  );

  async function sinceIn(from: Kysely<Schema>, shop: Scope, ref: string): Promise<number | null> {
    const { rows } = await sinceWhen(from, { shop, hash: refHash(keys, ref) });
    return rows[0]?.at ?? null;
  }

  /* The list is short, and every check reads it. */
  const recent = createCachedRead(clock, HOLDS_RECENT_MS, async (shop) => {
    const all = db
      .selectFrom('hold')
      .select(['ref_hash', 'at'])
      .where('shop', 'in', shopsOfAccount(db, shop as Scope));
    const rows = await all.where('let_go_at', 'is', null).orderBy('at', 'desc').execute();
    return new Map(rows.map(({ ref_hash, at }) => [ref_hash, at]));
  });

  return {
    async put(manager, id, { reason, ...heldVoucher }) {
      const { shop, person } = manager;
      const ref = await refOf(manager, heldVoucher);
      if (ref === null) throw noSuchVoucher();
      const voucher = { ref_hash: refHash(keys, ref), last4: lastFour(ref) };
      const row = { id, shop, ...voucher, reason, person_id: person.id, at: clock.now() };
      const details = { last4: voucher.last4, reason };
      await db.transaction().execute((tx) => write(tx, audit, manager, [row], { subject: id, details }));
      recent.forget(shop);
      const found = await selectHolds(db, shop).where('hold.id', '=', id).executeTakeFirst();
      if (!found) throw alreadyHeld(await sinceIn(db, shop, ref));
      if (found.ref_hash !== voucher.ref_hash || found.reason !== reason) throw refuse('id-used');
      return viewOf(found);
    },
    async putAll(tx, manager, { subject, refs, reason }) {
      const { shop, person } = manager;
      const at = clock.now();
      const rows = refs.map((ref) => ({
        id: random.uuid(),
        shop,
        ref_hash: refHash(keys, ref),
        last4: lastFour(ref),
        reason,
        person_id: person.id,
        at,
      }));
      await write(tx, audit, manager, rows, { subject, details: { vouchers: refs.length, reason } });
      recent.forget(shop);
    },
    async releaseAll(tx, manager, of) {
      await releaseHolds(tx, { clock, keys, audit }, manager, of);
      recent.forget(manager.shop);
    },
    async release(manager, id) {
      const { shop, person } = manager;
      await db.transaction().execute(async (tx) => {
        const released = await tx
          .updateTable('hold')
          .set({ let_go_by: person.id, let_go_at: clock.now() })
          .where('shop', '=', shop)
          .where('id', '=', id)
          .where('let_go_at', 'is', null)
          .returning(['last4', 'ref_hash'])
          .executeTakeFirst();
        const found = released ?? (await selectHolds(tx, shop).where('hold.id', '=', id).executeTakeFirst());
        if (!found) throw refuse('not-found', { message: 'Hold not found.' });
        if (!released) return;
        if (await isOfReturnedSale(tx, shop, released.ref_hash)) throw refuse('taken-back');
        const details = { last4: released.last4 };
        await audit.write({ by: manager, action: 'hold.let-go', subject: id, details }, tx);
      });
      recent.forget(shop);
    },
    async list(shop) {
      const held = await selectHolds(db, shop).where('let_go_at', 'is', null).orderBy('at', 'desc').execute();
      const over = selectHolds(db, shop).where('let_go_at', 'is not', null).orderBy('let_go_at', 'desc');
      return [...held, ...(await over.limit(RELEASED_MAX).execute())].map(viewOf);
    },
    mayRepeat: async (shop, ref) => (await sinceIn(db, shop, ref)) === null,
    async checkFacts(shop, ref) {
      const at = (await recent.read(shop)).get(refHash(keys, ref));
      return at === undefined
        ? { facts: {} }
        : { facts: { held: { since: new Date(at).toISOString() } }, refusal: 'held' };
    },
    async beforeRedeem(tx, shop, ref) {
      const at = await sinceIn(tx, shop, ref);
      if (at !== null) throw voucherHeld(at);
    },
  };
}

type NewHoldRow = Omit<Schema['hold'], 'let_go_by' | 'let_go_at'>;
type WrittenLine = Pick<AuditEntry, 'subject' | 'details'>;

/** Writes holds and one line of the trail. Skips an id or a voucher that already has a hold. */
async function write(
  tx: Tx,
  audit: HoldsDeps['audit'],
  manager: Caller,
  rows: readonly NewHoldRow[],
  line: WrittenLine,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('hold')
    .values(rows.map((row) => ({ ...row, let_go_by: null, let_go_at: null })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 0n) await audit.write({ by: manager, action: 'hold.put', ...line }, tx);
}

async function releaseHolds(
  tx: Tx,
  { clock, keys, audit }: Pick<HoldsDeps, 'clock' | 'keys' | 'audit'>,
  manager: Caller,
  { subject, refs, since }: Parameters<Holds['releaseAll']>[2],
): Promise<void> {
  const { shop, person } = manager;
  const released = { let_go_by: person.id, let_go_at: clock.now() };
  let vouchers = 0;
  for (const ref of refs) {
    const held = tx
      .updateTable('hold')
      .set(released)
      .where('shop', '=', shop)
      .where('ref_hash', '=', refHash(keys, ref));
    const { numUpdatedRows } = await held.where('let_go_at', 'is', null).where('at', '>=', since).executeTakeFirst();
    vouchers += Number(numUpdatedRows);
  }
  await audit.write({ by: manager, action: 'hold.let-go', subject, details: { vouchers } }, tx);
}

/** True if the latest return of the voucher's sale was not undone. */
async function isOfReturnedSale(tx: Tx, shop: Scope, hash: string): Promise<boolean> {
  const issues = tx.selectFrom('issued_voucher').select('issue_id').where('ref_hash', '=', hash);
  const latest = await tx
    .selectFrom('fact')
    .select('fact.kind')
    .where(isAmong(tx, 'fact.operation_id', issues))
    .where(inShop('fact.shop', shop))
    .where('fact.kind', 'in', ['taken_back', 'return_undone'])
    /* An expression, so that SQLite does not read the facts of everyone in this order. */
    .orderBy(sql`fact.seq + 0`, 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.kind === 'taken_back';
}

/** Holds with the people who created and ended them, and open operations on their vouchers. */
function selectHolds(db: Kysely<Schema>, shop: Scope) {
  return db
    .selectFrom('hold')
    .innerJoin('person', 'person.id', 'hold.person_id')
    .leftJoin('person as ender', 'ender.id', 'hold.let_go_by')
    .leftJoin('operation', (on) =>
      on
        .on('operation.account', '=', accountOf(shop))
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

type Row = Awaited<ReturnType<ReturnType<typeof selectHolds>['execute']>>[number];

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

/** Active holds, which may have been released after the backup that was restored. */
export function restorableHolds(db: Kysely<Schema>, { release }: Pick<Holds, 'release'>): RestorableAccess {
  return {
    kind: 'hold',
    async list(shop, before) {
      const held = selectHolds(db, shop).where('let_go_at', 'is', null).where('hold.at', '<', before);
      const rows = await held.orderBy('hold.at').execute();
      return rows.map(({ id, last4, reason, at }) => ({ id, name: `··${last4}`, detail: reason, at }));
    },
    end: release,
  };
}

function voucherHeld(since: number): Problem {
  return refuse('voucher-held', { details: { since: new Date(since).toISOString() } });
}

/**
 * Returns the problem of a voucher that is on hold.
 * @param since null if the hold was just released, or the id belongs to another shop
 */
function alreadyHeld(since: number | null): Problem {
  return since === null ? refuse('id-used') : voucherHeld(since);
}

function noSuchVoucher(): Problem {
  return refuse('bad-code', { message: 'Voucher not found at the issuer.', details: { field: 'code' } });
}
