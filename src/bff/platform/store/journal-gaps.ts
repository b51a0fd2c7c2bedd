import type { Kysely } from 'kysely';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { GapReason } from '../../../contract/redemption/journal.ts';
import { gapReasonSchema } from '../../../contract/redemption/journal.ts';
import type { Scope } from '../base/scope.ts';
import { AWAIT_TILLS_USED_WITHIN_MS } from './limits.ts';
import type { Schema } from './schema.ts';

/**
 * A period whose confirmed operations the journal may have lost. Times are ours, milliseconds UTC.
 */
export interface Gap {
  readonly id: string;
  readonly reason: GapReason;
  /** The journal contains everything before this time. */
  readonly fromAt: number;
  readonly foundAt: number;
  /** Null while the shop is closed because of this gap. */
  readonly endedAt: number | null;
  /** True if a manager ended the gap before all operations were checked. */
  readonly isOverruled: boolean;
}

type NewGap = Pick<Gap, 'id' | 'reason' | 'fromAt' | 'foundAt'>;

/** A till that was in use shortly before a gap. */
export interface GapDevice {
  readonly id: string;
  readonly name: string;
}

/** Gaps, stored in the journal itself, so that every server knows them. */
export interface GapStore {
  /** Returns the newest gap, open or ended; null if the shop never had a gap. */
  latest(): Promise<Gap | null>;
  /**
   * Records a gap of this shop and of all others on the database, unless they have an open one.
   * @returns the open one of this shop
   */
  note(gap: NewGap): Promise<Gap>;
  /**
   * Ends a gap. @param by the manager; null if it ended by itself @returns false if it had already
   * ended
   */
  end(id: string, at: number, by: string | null): Promise<boolean>;
  noteReport(gapId: string, deviceId: string, at: number): Promise<void>;
  /**
   * A till remembers a redemption that the journal had lost, or one from a time when the shop was
   * closed.
   */
  remember(gapId: string, operationId: string): Promise<void>;
  /**
   * True if a till remembers this operation. If the journal lacks it now, it could not be restored.
   */
  isRemembered(operationId: string): Promise<boolean>;
  /**
   * A till remembers a redemption that was not restored: because another operation had its voucher,
   * or because the voucher (null) or its row is unknown.
   */
  noteUnrestored(gapId: string, operationId: string, refHash: string | null): Promise<void>;
  /**
   * True if a redemption, other than this one, was not restored that may be of the voucher.
   * @param foundSince counts only gaps found since then
   */
  hasUnrestored(refHash: string, notOf: string, foundSince: number): Promise<boolean>;
  /**
   * Tills that were in use shortly before the gap and have not reported: the shop stays closed
   * until they report.
   */
  awaited(gap: Gap): Promise<readonly GapDevice[]>;
  /**
   * True if a till has not reported, even if it was not in use: the journal may have lost the
   * record of its use.
   */
  isAwaited(gap: Gap, deviceId: string): Promise<boolean>;
  /**
   * True if the device has its own record of the time before a gap: a till that was enrolled before
   * it. Programs have no such record.
   */
  remembers(gap: Gap, deviceId: string): Promise<boolean>;
  /**
   * True if a program may have redeemed in a gap: programs have no record that they could report.
   */
  hadPrograms(gap: Gap): Promise<boolean>;
  /** When the earliest gap began; null without a gap. */
  earliestFrom(): Promise<number | null>;
  /** When the newest fact was written; null if there is none. */
  newestFact(): Promise<number | null>;
}

/** As the hash of a remembered redemption's voucher. */
const UNKNOWN_VOUCHER = '';

function gapOf(row: Schema['journal_gap']): Gap {
  return {
    id: row.id,
    reason: gapReasonSchema.parse(row.reason),
    fromAt: row.from_at,
    foundAt: row.found_at,
    endedAt: row.ended_at,
    isOverruled: row.ended_by !== null,
  };
}

async function earliestFrom(db: Kysely<Schema>, shop: Scope): Promise<number | null> {
  const gaps = db.selectFrom('journal_gap').where('shop', '=', shop);
  const { at } = await gaps.select(({ fn }) => fn.min<number | null>('from_at').as('at')).executeTakeFirstOrThrow();
  return at;
}

async function latestOf(db: Kysely<Schema>, shop: Scope): Promise<Gap | null> {
  const gaps = db.selectFrom('journal_gap').selectAll().where('shop', '=', shop);
  const row = await gaps.orderBy('found_at', 'desc').orderBy('id').limit(1).executeTakeFirst();
  return row ? gapOf(row) : null;
}

/** Returns the latest time of any fact of a shop; null if there is none. */
async function latestFact(db: Kysely<Schema>, shop: Scope): Promise<number | null> {
  const facts = db.selectFrom('fact').where('shop', '=', shop);
  const { at } = await facts.select(({ fn }) => fn.max<number | null>('at').as('at')).executeTakeFirstOrThrow();
  return at;
}

/** Records a gap of one shop, unless it has an open one. @returns the open one */
async function noteOf(db: Kysely<Schema>, shop: Scope, { id, reason, fromAt, foundAt }: NewGap): Promise<Gap> {
  const before = await latestOf(db, shop);
  if (before?.endedAt === null) return before;
  /* A gap must be newer than all earlier gaps and facts, even if a clock was set back or the
     previous server's clock was ahead. */
  const at = Math.max(foundAt, (before?.foundAt ?? 0) + 1, ((await latestFact(db, shop)) ?? 0) + 1);
  const row = { id, shop, reason, from_at: fromAt, found_at: at, ended_at: null, ended_by: null };
  await db.insertInto('journal_gap').values(row).execute();
  return gapOf(row);
}

/**
 * Gives an added shop the gap of the database. A shop that was added after the backup is missing
 * after a restore, and returns as a new one: its tills and the issuer know more than its journal.
 * @param id of the new gap @param at now, milliseconds UTC
 * @returns null if no gap was found within the time for which tills remember
 */
export async function inheritGap(db: Kysely<Schema>, shop: Scope, id: string, at: number): Promise<Gap | null> {
  const recent = db.selectFrom('journal_gap').where('found_at', '>', at - LIMITS.sentAgoMsMax);
  const [first] = await recent.selectAll().orderBy('from_at').orderBy('id').limit(1).execute();
  return first ? noteOf(db, shop, { id, reason: gapOf(first).reason, fromAt: first.from_at, foundAt: at }) : null;
}

/** @param db a transaction, or the database */
export function createGapStore(db: Kysely<Schema>, shop: Scope): GapStore {
  /** Tills from before a gap. A key is a revoked device in this table. */
  function tillsOf(gap: Gap) {
    const devices = db.selectFrom('device').select(['id', 'name']).where('shop', '=', shop);
    return devices.where('revoked_at', 'is', null).where('enrolled_at', '<', gap.foundAt);
  }

  /** Tills from before a gap that have not reported. */
  function silentSince(gap: Gap) {
    return tillsOf(gap).where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('gap_device')
            .select('gap_device.device_id')
            .where('gap_device.gap_id', '=', gap.id)
            .whereRef('gap_device.device_id', '=', 'device.id'),
        ),
      ),
    );
  }

  return {
    latest: () => latestOf(db, shop),
    async note(gap) {
      const others = await db.selectFrom('shop').select('id').where('id', '!=', shop).execute();
      /* This shop last: a till whose report was interrupted reports again. */
      for (const { id } of others) await noteOf(db, id, { ...gap, id: `${gap.id}-${id}` });
      return noteOf(db, shop, gap);
    },
    async end(id, at, by) {
      const closed = await db
        .updateTable('journal_gap')
        .set({ ended_at: at, ended_by: by })
        .where('shop', '=', shop)
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return closed.numUpdatedRows === 1n;
    },
    async noteReport(gapId, deviceId, at) {
      await db
        .insertInto('gap_device')
        .values({ gap_id: gapId, device_id: deviceId, at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async remember(gap_id, operation_id) {
      await db
        .insertInto('gap_remembered')
        .values({ gap_id, operation_id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async isRemembered(operationId) {
      const found = db.selectFrom('gap_remembered').select('gap_id').where('operation_id', '=', operationId);
      return (await found.executeTakeFirst()) !== undefined;
    },
    async noteUnrestored(gap_id, operation_id, refHash) {
      const ref_hash = refHash ?? UNKNOWN_VOUCHER;
      await db
        .insertInto('gap_remembered')
        .values({ gap_id, operation_id, ref_hash })
        .onConflict((conflict) => conflict.column('operation_id').doUpdateSet({ ref_hash }))
        .execute();
    },
    async hasUnrestored(refHash, notOf, foundSince) {
      const ofShop = db
        .selectFrom('gap_remembered')
        .innerJoin('journal_gap', 'journal_gap.id', 'gap_remembered.gap_id')
        .where('journal_gap.shop', '=', shop)
        .where('journal_gap.found_at', '>=', foundSince);
      const found = ofShop.select('operation_id').where('ref_hash', 'in', [refHash, UNKNOWN_VOUCHER]);
      return (await found.where('operation_id', '!=', notOf).limit(1).executeTakeFirst()) !== undefined;
    },
    async awaited(gap) {
      return silentSince(gap)
        .where((eb) => eb(eb.fn.coalesce('last_seen_at', 'enrolled_at'), '>=', gap.fromAt - AWAIT_TILLS_USED_WITHIN_MS))
        .orderBy('name')
        .execute();
    },
    async isAwaited(gap, deviceId) {
      return (await silentSince(gap).where('id', '=', deviceId).executeTakeFirst()) !== undefined;
    },
    async remembers(gap, deviceId) {
      return (await tillsOf(gap).where('id', '=', deviceId).executeTakeFirst()) !== undefined;
    },
    async hadPrograms(gap) {
      const keys = db.selectFrom('access_key').select('id').where('shop', '=', shop).where('made_at', '<', gap.foundAt);
      const redeeming = keys.where('scopes', 'like', '%"redeem"%');
      const inUse = redeeming.where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>=', gap.fromAt)]));
      return (await inUse.limit(1).executeTakeFirst()) !== undefined;
    },
    earliestFrom: () => earliestFrom(db, shop),
    async newestFact() {
      const row = await db.selectFrom('fact').select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst();
      return row?.at ?? null;
    },
  };
}
