import { afterEach, beforeEach, expect, it } from 'vitest';
import { TRAIL_LINES } from '../../../bff/app/feature-tables.ts';
import { createAudit } from '../../../bff/platform/audit/audit.ts';
import { createManualClock, type ManualClock } from '../../../testing/clock.ts';
import { fillJournal } from '../../../testing/databases/fill-journal.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { MEI, SHOP, seedPeople, TEST_KEYS } from '../../../testing/rigs/till.ts';
import { createDayLines, type DayLines } from './day-lines.ts';

const DAY_MS = 24 * 60 * 60_000;

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let clock: ManualClock;
  let lines: DayLines;
  let reads = 0;
  beforeEach(async () => {
    store = await kind.open();
    await seedPeople(store.db, SHOP);
    clock = createManualClock(Date.UTC(2030, 0, 15, 9));
    reads = 0;
    const counting = new Proxy(store.db, {
      get(db, name) {
        if (name === 'selectFrom') reads += 1;
        const value: unknown = Reflect.get(db, name);
        return typeof value === 'function' ? value.bind(db) : value;
      },
    });
    lines = createDayLines({ reads: counting, trailLines: TRAIL_LINES });
  });
  afterEach(() => store.close());

  const looked = () => createAudit({ db: store.db, keys: TEST_KEYS, clock }).write({ by: MEI, action: 'story.opened' });
  const since = async (day: string) =>
    (await lines.since(SHOP, day, clock.now(), { timeZone: 'UTC', dayBegins: '00:00' })).map(
      ({ at, action }) => `${at.slice(0, 10)} ${action}`,
    );

  it('the report lists the actions of each day, oldest first, without mere requests', async () => {
    await fillJournal(store.db, { shop: SHOP, count: 2, until: clock.now() });
    await clock.advance(DAY_MS);
    await looked();
    expect(await since('2030-01-14')).toEqual([
      '2030-01-15 tender.taken',
      '2030-01-15 tender.taken',
      '2030-01-16 story.opened',
    ]);
    expect(await since('2030-01-16')).toEqual(['2030-01-16 story.opened']);
  });

  it('the report reads a past day once, and the last day each time', async () => {
    await looked();
    await clock.advance(20 * DAY_MS);
    await since('2030-01-10');
    const first = reads;
    await looked();
    reads = 0;
    expect(await since('2030-01-10')).toEqual(['2030-01-15 story.opened', '2030-02-04 story.opened']);
    expect(reads).toBeLessThan(first / 5);
  });
});
