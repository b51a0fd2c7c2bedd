import { type Kysely, sql } from 'kysely';
import type { Keys } from '../base/keys.ts';
import { describeError } from '../base/logging.ts';
import { createLoop } from '../base/loop.ts';
import type { Scope } from '../base/scope.ts';
import { exclusively } from '../store/exclusively.ts';
import { inShop } from '../store/in-shop.ts';
import { isPostgres } from '../store/migrations/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { factsBetween, hashOfSeal, MARKS_VERSION, marksText } from './fact-marks.ts';
import {
  ENTRIES_MAX,
  RECHECK_AFTER_MS,
  SEAL_EVERY_MS,
  SEALS_CHECKS_MAX,
  SEALS_FACTS_MAX,
  SET_BACK_MAX_MS,
} from './limits.ts';
import type { Ports } from './ports.ts';

/** Adds the facts of redemptions and refunds to the keyed chain. */
export interface Seals {
  start(): void;
  /**
   * Seals the existing facts. @returns how many; also 0 if another server is sealing, or earlier
   * facts may still arrive
   */
  sealNow(): Promise<number>;
  /**
   * As {@link Seals.sealNow}, without waiting; a failure is logged, and the next round tries again.
   */
  sealSoon(): void;
  /** Stops sealing; resolves once no sealing is running. */
  stop(): Promise<void>;
}

export interface SealsOptions extends Pick<Ports, 'shop' | 'db' | 'reads' | 'clock' | 'log' | 'audit'> {
  readonly keys: Pick<Keys, 'chain'>;
}

export function createSeals({ shop, db, reads, keys, audit, clock, log }: SealsOptions): Seals {
  const failure = 'failed to seal the facts of the journal';
  const loop = createLoop({
    clock,
    log,
    firstMs: SEAL_EVERY_MS,
    everyMs: SEAL_EVERY_MS,
    work: async () => void (await sealNow()),
    failureMessage: failure,
  });
  const { signal } = loop;
  let sealing: Promise<number> | null = null;

  /** Seals facts after the last stretch. @returns their number, and true if none is left */
  async function sealSome(upTo: number): Promise<{ count: number; isAll: boolean }> {
    const from = (await lastSealed(db, shop)) + 1;
    const facts = await factsBetween(reads, shop, { from, to: upTo }, SEALS_FACTS_MAX);
    const last = facts.at(-1);
    if (last === undefined) return { count: 0, isAll: true };
    const seal = { from, to: last.seq, marks: marksText(keys, from, facts) };
    return exclusively(db, 'audit', async (tx) => {
      if ((await lastSealed(tx, shop)) !== from - 1) return { count: 0, isAll: true };
      await tx.insertInto('fact_seal').values({ shop, from_seq: from, to_seq: seal.to, marks: seal.marks }).execute();
      const details = { from, to: seal.to, facts: facts.length, hash: hashOfSeal(keys, seal), version: MARKS_VERSION };
      await audit.write({ by: { shop, person: null, device: null }, action: 'journal.sealed', details }, tx);
      return { count: facts.length, isAll: facts.length < SEALS_FACTS_MAX };
    });
  }

  async function sealAll(): Promise<number> {
    const upTo = await settledUpTo();
    if (upTo === null) return 0;
    let sealed = 0;
    for (let entry = 0; entry < ENTRIES_MAX && !signal.aborted; entry += 1) {
      const { count, isAll } = await sealSome(upTo);
      sealed += count;
      if (isAll) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return sealed;
  }

  /**
   * Returns the newest fact that no earlier fact can still precede. SQLite writes one transaction
   * after the other. On PostgreSQL, an unfinished transaction may have the number of an earlier
   * fact, so all transactions that began before are awaited.
   * @returns null if waiting takes too long; the next round tries again
   */
  async function settledUpTo(): Promise<number | null> {
    if (!isPostgres(db)) return newestFact(db, shop);
    const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db);
    const seq = await newestFact(db, shop);
    const at = rows[0]?.at ?? '';
    for (let check = 0; check < SEALS_CHECKS_MAX; check += 1) {
      await clock.sleep(RECHECK_AFTER_MS, signal);
      const open = await sql`select 1 from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and xact_start <= ${at}::timestamptz + interval '100 milliseconds'
          and (backend_xid is not null or state = 'active') limit 1`.execute(db);
      if (open.rows.length === 0) return seq;
    }
    return null;
  }

  /** Two simultaneous rounds would do the same work twice. */
  function sealNow(): Promise<number> {
    sealing ??= sealAll().finally(() => {
      sealing = null;
    });
    return sealing;
  }

  async function tryToSeal(): Promise<void> {
    try {
      await sealNow();
    } catch (error) {
      if (!signal.aborted) log.error(describeError(error), failure);
    }
  }

  return {
    start: loop.start,
    sealNow,
    sealSoon: () => void tryToSeal(),
    async stop() {
      await loop.stop();
      await sealing?.catch(() => undefined);
    },
  };
}

/**
 * Reads by time: a quiet shop may have no fact among many of the others. A fact that is dated more
 * than {@link SET_BACK_MAX_MS} before the last sealed one is sealed with the next.
 */
async function newestFact(db: Kysely<Schema>, shop: Scope): Promise<number> {
  const sealed = await db
    .selectFrom('fact')
    .select('at')
    .where(inShop('shop', shop))
    .where('seq', '=', await lastSealed(db, shop))
    .executeTakeFirst();
  const { newest } = await db
    .selectFrom('fact')
    .select(({ fn }) => fn.max('seq').as('newest'))
    .where('shop', '=', shop)
    .where('at', '>=', (sealed?.at ?? 0) - SET_BACK_MAX_MS)
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

async function lastSealed(db: Kysely<Schema>, shop: Scope): Promise<number> {
  const seals = db.selectFrom('fact_seal').select('to_seq').where('shop', '=', shop);
  return (await seals.orderBy('from_seq', 'desc').limit(1).executeTakeFirst())?.to_seq ?? 0;
}
