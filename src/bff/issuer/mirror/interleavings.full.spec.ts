import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../testing/clock.ts';
import { createMemoryMirror } from '../../../testing/databases/memory-mirror.ts';
import { KEYS } from '../../../testing/databases/mirror-kit.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createMovingSearch } from '../../../testing/issuer/moving-search.ts';
import { OWN_MID } from '../../../testing/issuer/row-search.ts';
import { listOwner } from '../../../testing/rigs/shops.ts';
import { createLogger } from '../../platform/base/logging.ts';
import type { Account } from '../../platform/base/scope.ts';
import type { IssuerTransaction, Period } from '../port.ts';
import { createBackfill } from './backfill.ts';
import { createMirror } from './mirror.ts';
import { MIRROR_RULES } from './mirror-rules.ts';
import type { MirrorStore } from './mirror-store.ts';
import { createMirrorTable } from './mirror-table.ts';
import { fingerprintText, type MirrorRow, toMirrorRow, voucherHash } from './row.ts';

const MINUTE = 60_000;
/** Eleven minutes after midnight: the day before is due to be read again. */
const BEGINNING = Date.UTC(2030, 0, 15, 0, 11);
const REFS = ['4000123401', '4000123402'] as const;
/**
 * Search shows a row a minute late at most, dated by a clock that is behind by as much as the pad
 * at most.
 */
const SHOWN_WITHIN = 170_000;
const FREE = { turn: async () => undefined, hold: () => undefined };

const which = fc.nat({ max: 9 });
const READINGS = ['glance', 'window', 'proof', 'twice', 'cover', 'list', 'past'] as const;
const SERVING = ['look', 'deliver', 'deliver', 'deliver', 'fail'] as const;
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom(...READINGS), which }) },
  { weight: 12, arbitrary: fc.record({ does: fc.constantFrom(...SERVING), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('add' as const),
      which,
      agoMs: fc.nat({ max: SHOWN_WITHIN }),
      isOther: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('change' as const, 'hide' as const, 'reveal' as const),
      which: fc.nat({ max: 30 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('serve' as const), pages: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const scene = fc.record({
  pageSize: fc.integer({ min: 1, max: 4 }),
  /**
   * A row that disappears pulls others to pages that were read before, so the expected rows of one
   * reading are undefined.
   */
  mayVanish: fc.boolean(),
  /** Last minutes with more rows are read in strips. */
  fullRowsMax: fc.constantFrom(0, 5, 2_000),
  older: fc.nat({ max: 40 }),
  backfillMs: fc.constantFrom(0, 60 * MINUTE),
  steps: fc.array(step, { maxLength: 60 }),
});
type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never;

/** A mirror over a search whose pages arrive when the test releases them. */
function createRig(store: MirrorStore, { pageSize, backfillMs, mayVanish, fullRowsMax }: Scene) {
  const clock = createManualClock(BEGINNING);
  const search = createMovingSearch(pageSize);
  const rules = { ...MIRROR_RULES, isTooMuch: (rows: number) => rows > fullRowsMax };
  const deps = { issuer: search, budget: FREE, keys: KEYS, clock, ownMids: async () => [OWN_MID], rules };
  /** Rows of completely read periods that are not stored. */
  const missing: string[] = [];
  async function compare(): Promise<void> {
    const spans = (await store.spans()).filter(({ kind }) => kind === 'span');
    const isRead = ({ createdAt }: IssuerTransaction) =>
      createdAt !== null && spans.some(({ period: { from, to } }) => createdAt >= from && createdAt <= to);
    const kept = new Set((await rowsIn(store)).map(({ transactionId }) => transactionId));
    const shown = search
      .shown()
      .filter(isRead)
      .map(({ transactionId }) => transactionId);
    if (!mayVanish) missing.push(...shown.filter((id) => !kept.has(id)));
  }
  const watched: MirrorStore = {
    ...store,
    async noteSpan(span) {
      await store.noteSpan(span);
      await compare();
    },
  };
  const mirror = createMirror({ ...deps, store: watched });
  const past = createBackfill({
    mirror,
    clock,
    store: watched,
    log: createLogger('silent'),
    ownMids: deps.ownMids,
    isOfAccount: () => Promise.resolve(true),
    clockOffset: search.clockOffset,
    historyMs: 400 * 24 * 60 * MINUTE,
    backfillMs,
  });
  const under = new Set<Promise<unknown>>();
  let added = 0;
  let isPast = false;

  const run = (reading: Promise<unknown>) => {
    const ended: Promise<unknown> = reading.finally(() => under.delete(ended));
    under.add(ended);
  };
  const lately = (backMs: number): Period => ({ from: clock.now() - backMs, to: clock.now() });
  const nameOf = (place: number) => `row${String(place % Math.max(1, added)).padStart(2, '0')}`;

  function add(place: number, agoMs: number, isOther: boolean): void {
    const id = `row${String(added).padStart(2, '0')}`;
    added += 1;
    search.add({
      id,
      ref: REFS[place % 2] ?? REFS[0],
      createdAt: clock.now() - agoMs,
      mid: isOther ? 'another' : OWN_MID,
      isShown: true,
    });
  }

  async function read(what: (typeof READINGS)[number], place: number): Promise<unknown> {
    const ref = REFS[place % 2] ?? REFS[0];
    switch (what) {
      case 'glance':
        return mirror.after(clock.monotonic(), place === 0 ? undefined : clock.now() - place * 20_000);
      case 'window':
        return mirror.readWindow();
      case 'proof':
        return mirror.prove({ ref, period: lately(5 * MINUTE) });
      case 'twice':
        return mirror.readTwice(lately((1 + place) * 5 * MINUTE));
      case 'cover':
        return mirror.cover(lately((1 + place) * 5 * MINUTE));
      case 'list':
        return mirror.readPeriod(lately((1 + place) * 5 * MINUTE), 'list');
      case 'past':
        if (isPast) return undefined;
        isPast = true;
        return past.round(true).finally(() => {
          isPast = false;
        });
      default:
        return what satisfies never;
    }
  }

  async function take(one: Step): Promise<void> {
    switch (one.does) {
      case 'add':
        return add(one.which, one.agoMs, one.isOther);
      case 'wait':
        return clock.advance(one.ms);
      case 'change':
        return search.change(nameOf(one.which));
      case 'hide':
      case 'reveal':
        return mayVanish ? search[one.does](nameOf(one.which)) : undefined;
      case 'serve':
        for (let left = one.pages; left > 0 && search.pending() > 0; left -= 1) {
          search.deliver(0);
          await clock.advance(0);
        }
        return;
      case 'look':
      case 'deliver':
      case 'fail':
        if (search.pending() > 0) search[one.does](one.which);
        return clock.advance(0);
      default:
        run(read(one.does, one.which));
        return clock.advance(0);
    }
  }

  /** Every page arrives from here on. */
  async function drain(): Promise<void> {
    while (under.size > 0) {
      if (search.pending() > 0) search.deliver(0);
      await clock.advance(1);
    }
  }

  return {
    missing,
    shown: search.shown,
    async play({ older, steps }: Scene) {
      for (let index = 0; index < older; index += 1)
        add(index, 8 * MINUTE + Math.floor(index / 3) * 83_000 + (index % 3) * 300, index % 3 === 0);
      for (const one of steps) await take(one);
      await drain();
      await compare();
      const shown = new Set<string>();
      const whole = { from: clock.now() - 24 * 60 * MINUTE, to: clock.now() };
      const onRows = (rows: readonly IssuerTransaction[]) =>
        rows.forEach(({ transactionId }) => shown.add(transactionId));
      run(mirror.readPeriod(whole, 'day', { onRows }));
      await drain();
      await mirror.markGone(whole, shown);
    },
  };
}

/** Rows that a voucher of the stories leads to. */
async function rowsIn(store: MirrorStore): Promise<readonly MirrorRow[]> {
  const found = await Promise.all(REFS.map((ref) => store.ofVoucher(voucherHash(KEYS, ref))));
  return found.flat();
}

const inWords = (rows: readonly MirrorRow[]) =>
  rows.map((row) => `${row.transactionId} ${fingerprintText(row)}`).sort();

/** The stored rows after a story, and the rows of one full reading at its end. */
async function endOf(store: MirrorStore, gone: () => Promise<ReadonlySet<string>>, told: Scene) {
  const rig = createRig(store, told);
  await rig.play(told);
  const goneNow = await gone();
  const kept = (await rowsIn(store)).filter(({ transactionId }) => !goneNow.has(transactionId));
  return {
    kept: inWords(kept),
    shown: inWords(rig.shown().map((row) => toMirrorRow(KEYS, row, [OWN_MID]))),
    missing: rig.missing,
  };
}

/** A busy machine reads fewer scenes, rather than run out of a test's time. */
const TIME_MS = 10_000;

describe('readings and their pages in any order', () => {
  it('leave the same table as one full reading at the end, with everything recorded as read', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (told) => {
        const store = createMemoryMirror();
        const gone = async () => new Set([...store.rows].filter(([, { goneAt }]) => goneAt !== null).map(([id]) => id));
        const { kept, shown, missing } = await endOf(store, gone, told);
        expect(kept).toEqual(shown);
        expect(missing).toEqual([]);
      }),
      { numRuns: 500, interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: false },
    );
  });

  onStores([SQLITE, POSTGRES], (kind) => {
    it('leave the same tables in a database', async () => {
      const { db, close } = await kind.open();
      let told = 0;
      try {
        await fc.assert(
          fc.asyncProperty(scene, async (story) => {
            const account = `account-${(told += 1)}` as Account;
            const gone = async () => {
              const rows = await db
                .selectFrom('issuer_row')
                .select('transaction_id')
                .where('account', '=', account)
                .where('gone_at', 'is not', null)
                .execute();
              return new Set(rows.map(({ transaction_id }) => transaction_id));
            };
            const { kept, shown, missing } = await endOf(
              createMirrorTable(db, account, [listOwner(OWN_MID)]),
              gone,
              story,
            );
            expect(kept).toEqual(shown);
            expect(missing).toEqual([]);
          }),
          { numRuns: 20 },
        );
      } finally {
        await close();
      }
    });
  });
});
