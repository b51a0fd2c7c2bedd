import { describe, expect, it } from 'vitest';
import { createMirrorKit, MIRRORED_REF, type MirrorKit } from '../../../testing/databases/mirror-kit.ts';
import { rowAt } from '../../../testing/issuer/row-search.ts';

const ids = (kit: MirrorKit) => [...kit.store.rows.keys()].sort();
const others = (kit: MirrorKit, count: number, prefix = 'other') => {
  for (let index = 0; index < count; index += 1) {
    const voucher = { ref: `9${index}`, usingValue: 1, productCode: null, productLabel: null, actions: [] };
    kit.add(`${prefix}${String(index).padStart(4, '0')}`, 1_000 + index * 10, { mid: 'another', vouchers: [voucher] });
  }
};

describe('a short read', () => {
  it('reads the last minutes once, and then only new rows', async () => {
    const kit = createMirrorKit();
    others(kit, 100);
    await kit.mirror.after(kit.clock.monotonic());
    expect(ids(kit)).toHaveLength(100);
    const before = kit.asked();
    kit.add('new');
    await kit.mirror.after(kit.clock.monotonic());
    expect(ids(kit)).toContain('new');
    expect(kit.asked() - before).toBeLessThanOrEqual(2);
  });

  it('reads only as far back as needed before the first full reading, and later callers continue from there', async () => {
    const kit = createMirrorKit();
    for (let index = 0; index < 240; index += 1) kit.add(`row${index}`, index * 1_000);
    const ago = (ms: number) => kit.clock.now() - ms;
    const near = await kit.mirror.after(kit.clock.monotonic(), ago(60_000));
    expect(near).toMatchObject({ outcome: 'ended', period: { from: ago(60_000) } });
    expect(ids(kit)).toHaveLength(61);
    const asked = kit.asked();
    const far = await kit.mirror.after(kit.clock.monotonic(), ago(120_000));
    expect(far).toMatchObject({ outcome: 'ended', period: { from: ago(120_000) } });
    expect(ids(kit)).toHaveLength(121);
    expect(kit.asked() - asked).toBeLessThan(10);
    await kit.mirror.readWindow();
    kit.add('new');
    expect(await kit.mirror.after(kit.clock.monotonic(), ago(0))).toMatchObject({ outcome: 'ended' });
    expect(ids(kit)).toHaveLength(241);
  });

  it('counts as the first full reading if it needs all of the last minutes', async () => {
    const kit = createMirrorKit();
    for (let index = 0; index < 240; index += 1) kit.add(`row${index}`, index * 1_000);
    await kit.mirror.after(kit.clock.monotonic(), kit.clock.now());
    await kit.mirror.after(kit.clock.monotonic());
    expect(ids(kit)).toHaveLength(240);
    expect(kit.mirror.windowMs()).toBe(kit.clock.monotonic());
  });

  it('is shared by all callers that arrive before it begins', async () => {
    const kit = createMirrorKit();
    others(kit, 10);
    const first = kit.mirror.after(kit.clock.monotonic());
    await Promise.all(Array.from({ length: 100 }, () => kit.mirror.after(kit.clock.monotonic())).concat(first));
    expect(kit.asked()).toBeLessThanOrEqual(4);
  });

  it('does not stop at rows stored by an earlier read that failed', async () => {
    const kit = createMirrorKit({ pageSize: 2 });
    await kit.mirror.after(kit.clock.monotonic());
    others(kit, 8);
    kit.fail(2, 1);
    expect(await kit.mirror.after(kit.clock.monotonic())).toMatchObject({ outcome: 'failed', reason: 'HTTP 500' });
    expect(ids(kit)).toHaveLength(2);
    await kit.mirror.after(kit.clock.monotonic());
    expect(ids(kit)).toHaveLength(8);
  });

  it('continues if a new row pushed known rows onto the next page', async () => {
    let pushes = 0;
    const kit: MirrorKit = createMirrorKit({
      pageSize: 2,
      before: (page) => {
        if (page !== 1 || pushes >= 2) return;
        pushes += 1;
        kit.add(`pushed${pushes}`);
      },
    });
    others(kit, 6);
    await kit.mirror.after(kit.clock.monotonic());
    expect(ids(kit).filter((id) => id.startsWith('other'))).toHaveLength(6);
  });

  it('uses smaller pages after a page of many rows took too long', async () => {
    const sizes: unknown[] = [];
    const kit = createMirrorKit({
      page: async (_period, index, _signal, size) => {
        sizes.push(size);
        if (size === 'many') return { outcome: 'unclear', reason: 'timed out' };
        return { outcome: 'found', value: index === 0 ? [rowAt(kit.clock.now(), 'only')] : [] };
      },
    });
    expect(await kit.mirror.readWindow()).toMatchObject({ outcome: 'failed', reason: 'timed out' });
    expect(await kit.mirror.readWindow()).toMatchObject({ outcome: 'ended' });
    expect(sizes.slice(-2)).toEqual(['few', 'few']);
    expect(ids(kit)).toEqual(['only']);
  });

  it('retries a page once if it failed immediately', async () => {
    const kit = createMirrorKit();
    others(kit, 3);
    kit.fail(1);
    expect(await kit.mirror.after(kit.clock.monotonic())).toMatchObject({ outcome: 'ended' });
  });
});

describe('reading pages that shift meanwhile', () => {
  /** As many rows come as a page holds, before each of some pages. */
  const moving = (agoMs = 0) => {
    let pushes = 0;
    const kit: MirrorKit = createMirrorKit({
      pageSize: 2,
      before: (page) => {
        if (page === 0 || page > 3 || pushes >= 3) return;
        pushes += 1;
        for (const side of ['a', 'b']) kit.add(`pushed${pushes}${side}`, agoMs);
      },
    });
    others(kit, 8);
    return kit;
  };

  it('does not end at pages without new rows: a short read', async () => {
    const kit = moving();
    await kit.mirror.after(kit.clock.monotonic());
    expect(ids(kit).filter((id) => id.startsWith('other'))).toHaveLength(8);
  });

  it('does not end at pages without new rows: the last minutes', async () => {
    const kit = moving();
    await kit.mirror.readWindow();
    expect(ids(kit)).toHaveLength(14);
  });

  it('does not end at pages without new rows: a period whose rows all came at its end', async () => {
    const kit = moving(50);
    for (let index = 0; index < 6; index += 1) kit.add(`mine${index}`, 100 + index);
    const now = kit.clock.now();
    await kit.mirror.readPeriod({ from: now - 900, to: now }, 'list');
    expect(ids(kit)).toHaveLength(12);
  });

  it('ends if a service returns the last page again and again', async () => {
    let asked = 0;
    const kit = createMirrorKit({
      page: async () => {
        asked += 1;
        return { outcome: 'found', value: [rowAt(kit.clock.now(), 'only')] };
      },
    });
    expect(await kit.mirror.readWindow()).toMatchObject({ outcome: 'ended' });
    expect(asked).toBeLessThanOrEqual(8);
  });
});

describe('an earlier row of a voucher', () => {
  it('is known after a short read if the last minutes were recently read in full', async () => {
    const kit = createMirrorKit();
    kit.add('mine', 5_000);
    others(kit, 30);
    expect(await kit.mirror.visibleRowIds(MIRRORED_REF)).toEqual(['mine']);
  });

  it('is found by the next full reading if search showed it late', async () => {
    const kit = createMirrorKit({ pageSize: 20 });
    others(kit, 60);
    await kit.mirror.visibleRowIds(MIRRORED_REF);
    kit.add('late', 100_000);
    expect(await kit.mirror.visibleRowIds(MIRRORED_REF)).toEqual([]);
    await kit.clock.advance(21_000);
    expect(await kit.mirror.visibleRowIds(MIRRORED_REF)).toEqual(['late']);
  });

  it('is not known if search did not answer', async () => {
    const kit = createMirrorKit();
    kit.fail(9);
    expect(await kit.mirror.visibleRowIds(MIRRORED_REF)).toBeNull();
  });

  it('is not known if the last minutes could not be read in full', async () => {
    const kit = createMirrorKit({ pageSize: 2 });
    others(kit, 60);
    await kit.mirror.visibleRowIds(MIRRORED_REF);
    await kit.clock.advance(21_000);
    /* The glance has its first page, the window none. */
    kit.fail(4, 1);
    expect(await kit.mirror.visibleRowIds(MIRRORED_REF)).toBeNull();
  });
});

describe('a period that must be complete', () => {
  const HOUR_MS = 3_600_000;

  it('is complete once its newest rows and unread parts are read, and is not read again', async () => {
    const kit = createMirrorKit();
    const period = { from: kit.clock.now() - 5 * HOUR_MS, to: kit.clock.now() };
    kit.add('early', 4 * HOUR_MS);
    kit.add('late', 100);
    expect(await kit.mirror.complete(period)).toMatchObject({ outcome: 'ended' });
    expect(ids(kit)).toEqual(['early', 'late']);
    const before = kit.asked();
    kit.add('new');
    await kit.mirror.complete(period);
    expect(ids(kit)).toContain('new');
    expect(kit.asked() - before).toBeLessThanOrEqual(4);
  });

  it('needs no new rows if it lies in the past', async () => {
    const kit = createMirrorKit();
    const period = { from: kit.clock.now() - 5 * HOUR_MS, to: kit.clock.now() - 4 * HOUR_MS };
    await kit.mirror.complete(period);
    const before = kit.asked();
    kit.fail(9);
    expect(await kit.mirror.complete(period)).toMatchObject({ outcome: 'ended' });
    expect(kit.asked()).toBe(before);
  });

  it('is incomplete if the issuer does not answer, and the table reports the time up to which it is complete', async () => {
    const kit = createMirrorKit();
    const period = { from: kit.clock.now() - HOUR_MS, to: kit.clock.now() + HOUR_MS };
    expect(kit.mirror.freshness()).toEqual({ until: null, isUnavailable: false });
    await kit.mirror.complete(period);
    const until = kit.clock.now();
    await kit.clock.advance(60_000);
    kit.fail(99);
    expect(await kit.mirror.complete(period)).toMatchObject({ outcome: 'failed' });
    expect(kit.mirror.freshness()).toEqual({ until, isUnavailable: true });
  });
});

describe('a proof', () => {
  it('is read once, over the whole period, for all callers that request one', async () => {
    const kit = createMirrorKit({ pageSize: 100 });
    kit.add('old', 400_000);
    others(kit, 50);
    const now = kit.clock.now();
    const first = kit.mirror.proveNow({ ref: '1', period: { from: now - 100_000, to: now } });
    const before = kit.asked();
    const more = Array.from({ length: 20 }, (_, index) =>
      kit.mirror.proveNow({ ref: MIRRORED_REF, period: { from: now - 500_000 - index, to: now } }),
    );
    await Promise.all([first, ...more]);
    expect(ids(kit)).toContain('old');
    expect(kit.asked() - before).toBeLessThanOrEqual(12);
  });

  it('fails if each pass shows another row of the voucher', async () => {
    let passes = 0;
    const kit: MirrorKit = createMirrorKit({
      before: (page) => {
        if (page === 0) kit.add(`row${(passes += 1)}`, 10_000);
      },
    });
    const now = kit.clock.now();
    expect(await kit.mirror.proveNow({ ref: MIRRORED_REF, period: { from: now - 60_000, to: now } })).toMatchObject({
      trouble: 'search-restless',
    });
  });
});

it('a row that was marked as gone and reappears is listed again', async () => {
  const kit = createMirrorKit();
  kit.add('old', 3_600_000);
  const now = kit.clock.now();
  const day = { from: now - 7_200_000, to: now };
  await kit.mirror.readPeriod(day, 'list');
  expect(await kit.mirror.markGone(day, new Set())).toBe(1);
  await kit.mirror.readPeriod(day, 'list');
  expect(kit.store.rows.get('old')?.goneAt).toBeNull();
});
