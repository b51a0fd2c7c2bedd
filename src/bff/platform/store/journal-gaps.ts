import type { Kysely } from 'kysely';
import type { GapReason } from '../../../contract/redemption/journal.ts';
import { gapReasonSchema } from '../../../contract/redemption/journal.ts';
import type { Scope } from '../base/scope.ts';
import type { Schema } from './schema.ts';

/**
 * A stretch of time of which the journal may lack what it had confirmed.
 *
 * Times are ours, milliseconds UTC.
 */
export interface Gap {
  readonly id: string;
  readonly reason: GapReason;
  /** What happened before is in the journal. */
  readonly fromAt: number;
  readonly foundAt: number;
  /** Null while the shop is closed for it. */
  readonly endedAt: number | null;
  /** A manager ended it before everything was looked through. */
  readonly isOverruled: boolean;
}

/** A till that was used not long before a gap. */
export interface GapDevice {
  readonly id: string;
  readonly name: string;
}

/** Gaps, kept in the journal itself, so that every server knows of them. */
export interface GapStore {
  /** The newest, ended or not; null where there never was one. */
  latest(): Promise<Gap | null>;
  /** Notes a gap, unless there is one that has not ended. @returns the one that has not ended */
  note(gap: Pick<Gap, 'id' | 'reason' | 'fromAt' | 'foundAt'>): Promise<Gap>;
  /** @param by null where all was explained @returns false when it had ended already */
  end(id: string, at: number, by: string | null): Promise<boolean>;
  /** A till has told what it remembers. */
  cameBack(gapId: string, deviceId: string, at: number): Promise<void>;
  /**
   * A till remembers a redemption that the journal had lost, or one of a time when the shop was
   * closed.
   */
  remember(gapId: string, operationId: string): Promise<void>;
  /** Whether one was remembered: where it still is not in the journal, it found no place. */
  isRemembered(operationId: string): Promise<boolean>;
  /**
   * Tills that were used not long before the gap and have not told what they remember: the shop
   * stays closed for them.
   */
  awaited(gap: Gap): Promise<readonly GapDevice[]>;
  /**
   * Whether a till has not told what it remembers, whenever it was used last: the journal may lack
   * that it was.
   */
  isAwaited(gap: Gap, deviceId: string): Promise<boolean>;
  /**
   * Whether whoever asks has a memory of the time before a gap: a till that was enrolled by then.
   *
   * Programs have none.
   */
  remembers(gap: Gap, deviceId: string): Promise<boolean>;
  /** Whether a program may have redeemed in a gap: programs have no memory that they could tell. */
  hadPrograms(gap: Gap): Promise<boolean>;
  /** When the earliest gap began; null if there never was one. */
  earliestFrom(): Promise<number | null>;
  /** When the newest fact was written; null where there is none. */
  newestFact(): Promise<number | null>;
}

/**
 * A till that nobody used for longer before a gap is not waited for, as it may be gone. That it was
 * used in the gap itself, after a long weekend, the journal may lack.
 */
export const USED_WITHIN_MS = 4 * 24 * 60 * 60_000;

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

async function earliestFrom(db: Kysely<Schema>): Promise<number | null> {
  const gaps = db.selectFrom('journal_gap');
  const { at } = await gaps.select(({ fn }) => fn.min<number | null>('from_at').as('at')).executeTakeFirstOrThrow();
  return at;
}

/** @param db a transaction, or the database */
export function createGapStore(db: Kysely<Schema>, shop: Scope): GapStore {
  async function latest(): Promise<Gap | null> {
    const newest = db.selectFrom('journal_gap').selectAll().orderBy('found_at', 'desc').orderBy('id').limit(1);
    const row = await newest.executeTakeFirst();
    return row ? gapOf(row) : null;
  }

  /** The latest time that any fact bears; null where there is none. */
  async function latestFact(): Promise<number | null> {
    const facts = db.selectFrom('fact').where('shop', '=', shop);
    const { at } = await facts.select(({ fn }) => fn.max<number | null>('at').as('at')).executeTakeFirstOrThrow();
    return at;
  }

  /** Tills from before a gap. A key stands among the devices as one that is revoked. */
  function tillsOf(gap: Gap) {
    const devices = db.selectFrom('device').select(['id', 'name']).where('shop', '=', shop);
    return devices.where('revoked_at', 'is', null).where('enrolled_at', '<', gap.foundAt);
  }

  /** Those of them that have not told what they remember. */
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
    latest,
    async note({ id, reason, fromAt, foundAt }) {
      const before = await latest();
      if (before?.endedAt === null) return before;
      /* The newest gap counts, and everything in the journal lies before it. That holds also where
         a clock was set back, or that of the server before ran ahead. */
      const at = Math.max(foundAt, (before?.foundAt ?? 0) + 1, ((await latestFact()) ?? 0) + 1);
      const row = { id, reason, from_at: fromAt, found_at: at, ended_at: null, ended_by: null };
      await db.insertInto('journal_gap').values(row).execute();
      return gapOf(row);
    },
    async end(id, at, by) {
      const ended = await db
        .updateTable('journal_gap')
        .set({ ended_at: at, ended_by: by })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return ended.numUpdatedRows === 1n;
    },
    async cameBack(gapId, deviceId, at) {
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
    async awaited(gap) {
      return silentSince(gap)
        .where((eb) => eb(eb.fn.coalesce('last_seen_at', 'enrolled_at'), '>=', gap.fromAt - USED_WITHIN_MS))
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
    earliestFrom: () => earliestFrom(db),
    async newestFact() {
      const row = await db.selectFrom('fact').select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst();
      return row?.at ?? null;
    },
  };
}
