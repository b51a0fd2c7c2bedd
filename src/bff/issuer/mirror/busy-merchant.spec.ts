import { beforeEach, describe, expect, it } from 'vitest';
import { createMirrorKit, MIRRORED_REF, type MirrorKit } from '../../../testing/databases/mirror-kit.ts';
import { rowAt } from '../../../testing/issuer/row-search.ts';

const MINUTE_MS = 60_000;
/** One row a second for six minutes; more than fifty in the last minutes are too many. */
const ROWS = 360;
let kit: MirrorKit;
beforeEach(() => {
  kit = createMirrorKit({ pageSize: 20, rules: { isTooMuch: (rows) => rows > 50 } });
  for (let index = 0; index < ROWS; index += 1) kit.add(`other${index}`, index * 1_000, { mid: 'another' });
});

/** Requested pages. */
async function pagesOf(work: () => Promise<unknown>): Promise<number> {
  const before = kit.asked();
  await work();
  return kit.asked() - before;
}

const keeps = (id: string) => kit.store.rows.has(id);

it('an issuer that returns all rows of a period in one page is read in shorter periods', async () => {
  let asked = 0;
  const { clock, mirror, store } = createMirrorKit({
    async page({ from, to }, page) {
      asked += 1;
      const ages = Array.from({ length: 6_000 }, (_, row) => row * 100);
      const within = ages.filter((ago) => clock.now() - ago >= from && clock.now() - ago <= to);
      if (within.length > 1_000) return { outcome: 'unclear', reason: 'answer too large' };
      if (page > 0) return { outcome: 'absent' };
      return { outcome: 'found', value: within.map((ago) => rowAt(clock.now() - ago, `row${ago}`)) };
    },
  });
  expect(await mirror.after(clock.monotonic(), clock.now() - 2 * MINUTE_MS)).toMatchObject({ outcome: 'ended' });
  expect(store.rows.has('row60000')).toBe(true);
  expect(asked).toBeLessThan(40);
});

describe('the last minutes of a merchant with too many rows', () => {
  it('are not read in full, but in strips that are too old for late rows', async () => {
    await kit.mirror.readWindow();
    expect(keeps('other185')).toBe(true);
    expect(keeps('other120')).toBe(false);
    for (let round = 0; round < 12; round += 1) {
      await kit.clock.advance(10_000);
      kit.add(`late${round}`, 175_000);
      expect(await pagesOf(() => kit.mirror.readWindow())).toBeLessThanOrEqual(3);
    }
    expect(keeps('other120')).toBe(true);
    const [span] = await kit.store.spans();
    expect(kit.clock.now() - (span?.period.to ?? 0)).toBeGreaterThanOrEqual(3 * MINUTE_MS);
    expect(keeps('late0')).toBe(true);
    expect(keeps('late11')).toBe(false);
  });

  it('are not read in full again while the strips cover only the quiet time before the rush', async () => {
    kit = createMirrorKit({ pageSize: 20, rules: { isTooMuch: (rows) => rows > 50 } });
    for (let index = 0; index < 100; index += 1) kit.add(`rush${index}`, index * 500, { mid: 'another' });
    await kit.mirror.readWindow();
    for (let round = 0; round < 12; round += 1) {
      await kit.clock.advance(10_000);
      expect(await pagesOf(() => kit.mirror.readWindow())).toBeLessThanOrEqual(1);
    }
  });

  it('are read in full again once there are fewer rows', async () => {
    await kit.mirror.readWindow();
    await kit.clock.advance(10 * MINUTE_MS);
    kit.add('mine', 1_000);
    await kit.mirror.readWindow();
    await kit.mirror.readWindow();
    expect(await kit.mirror.visibleRowIds(MIRRORED_REF)).toContain('mine');
  });

  it('are not needed for a voucher with a known balance, which does not wait for them', async () => {
    await kit.mirror.readWindow();
    expect(await pagesOf(async () => expect(await kit.mirror.visibleRowIds(MIRRORED_REF)).toBeNull())).toBe(0);
  });

  it('are read in full once for a voucher without other data', async () => {
    kit.add('mine', 100_000);
    await kit.mirror.readWindow();
    expect(await kit.mirror.visibleRowIds(MIRRORED_REF, 'complete')).toContain('mine');
  });

  it('are read only as far back as a period that must be complete', async () => {
    await kit.mirror.readWindow();
    const now = kit.clock.now();
    const pages = await pagesOf(() => kit.mirror.complete({ from: now - MINUTE_MS, to: now }));
    expect(pages).toBeLessThan(7);
    expect([keeps('other60'), keeps('other90')]).toEqual([true, false]);
  });
});

describe('a short read for a busy merchant', () => {
  it('starts over after a while, and reads only as much as the caller needs', async () => {
    await kit.mirror.readWindow();
    const since = (ms: number) => kit.mirror.after(kit.clock.monotonic(), kit.clock.now() - ms);
    await since(20_000);
    await kit.clock.advance(5 * MINUTE_MS);
    for (let index = 0; index < ROWS; index += 1) kit.add(`new${index}`, index * 500, { mid: 'another' });
    expect(await pagesOf(() => since(10_000))).toBeLessThan(4);
    expect([keeps('new20'), keeps('new60')]).toEqual([true, false]);
    expect(await since(60_000)).toMatchObject({ period: { from: kit.clock.now() - 60_000 } });
    expect([keeps('new120'), keeps('new140')]).toEqual([true, false]);
  });

  it('keeps the slices that it read if the next slice fails', async () => {
    await kit.mirror.readWindow();
    const since = (ms: number) => kit.mirror.after(kit.clock.monotonic(), kit.clock.now() - ms);
    await since(10_000);
    kit.fail(9, 6);
    expect(await since(170_000)).toMatchObject({ outcome: 'failed' });
    kit.fail(0);
    const all = 8 * 3;
    expect(await pagesOf(() => since(170_000))).toBeLessThan(all - 3);
    expect(keeps('other165')).toBe(true);
  });
});
