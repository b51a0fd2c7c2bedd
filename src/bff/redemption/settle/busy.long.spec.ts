import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { crowd, otherRow } from '../../../testing/issuer/crowd.ts';
import { ANA, createTestTill, MEI, SHOP, startLooking, stopLooking } from '../../../testing/rigs/till.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';

const REF = '1234567890';
let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
  till.issuer.add(REF);
  await till.journal.learnMid(SHOP, '000000000000042');
});

/** Other shops trade: before each answer of search there are new rows, made a moment ago. */
function trade(
  rowOf: (count: number) => IssuerTransaction = (count) => otherRow(`o-${count}`, till.clock.now() - 1_000),
): () => number {
  const { searchPage } = till.issuer;
  const others: IssuerTransaction[] = [];
  let asked = 0;
  till.issuer.searchPage = async (period, page, signal) => {
    asked += 1;
    others.unshift(rowOf(others.length));
    const shown = await searchPage(period, page, signal);
    const there = others.filter(
      ({ createdAt }) => createdAt !== null && createdAt >= period.from && createdAt <= period.to,
    );
    return shown.outcome === 'found'
      ? { outcome: 'found', value: [...shown.value, ...there.slice(page * 100, (page + 1) * 100)] }
      : shown;
  };
  return () => asked;
}

async function lose(commit: 'now' | 'never'): Promise<string> {
  till.issuer.failNext({ commit, answer: 'lost' });
  const put = till.tenders.put(ANA, randomUUID(), { code: REF, amount: 2000, currency: 'SGD' });
  await till.clock.advance(6_000);
  return (await put).view.id;
}

const stateOf = async (id: string) => (await till.tenders.get(ANA, id)).state;
const evidence = async () => (await till.attention.list()).flatMap((item) => item.evidence.map(({ code }) => code));
const close = (id: string) => till.attention.settle(MEI, id, { action: 'close', reason: 'nothing on the slip' });

describe('while other shops of the merchant are busy', () => {
  it('a capture with a lost answer is found within seconds', async () => {
    const asked = trade();
    expect(await stateOf(await lose('now'))).toBe('captured');
    expect(asked()).toBeLessThan(20);
  });

  it('a capture with a lost answer is found before a new server has read the last minutes in full', async () => {
    const now = till.clock.now();
    crowd(till.issuer, 6_000, { from: now - 300_000, to: now });
    const { searchPage } = till.issuer;
    till.issuer.searchPage = async (...asked) => {
      await till.clock.sleep(500);
      return searchPage(...asked);
    };
    startLooking(till);
    const id = await lose('now');
    await till.clock.advance(12_000);
    expect(await stateOf(id)).toBe('captured');
    const stopped = stopLooking(till);
    await till.clock.advance(1_000);
    await stopped;
  });

  it('a capture shown late is found by reading the seconds after SENT once more', async () => {
    const { searchPage } = till.issuer;
    const began = till.clock.now() - 300_000;
    till.issuer.searchPage = async (period, page, signal) => {
      const shown = await searchPage(period, 0, signal);
      if (shown.outcome !== 'found') return shown;
      const now = till.clock.now();
      const rows = shown.value.filter(({ createdAt }) => (createdAt ?? 0) <= now - 8_000);
      const last = now - ((now - began) % 30);
      for (let at = last; at >= Math.max(began, period.from); at -= 30)
        if (at <= period.to) rows.push(otherRow(`o-${at}`, at));
      rows.sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
      return { outcome: 'found', value: rows.slice(page * 100, (page + 1) * 100) };
    };
    await till.mirror.readWindow();
    const id = await lose('now');
    expect(await stateOf(id)).toBe('unknown');
    await till.clock.advance(8_000);
    expect(await stateOf(id)).toBe('captured');
  });

  it('“not redeemed” is proved as soon as in quiet times', async () => {
    trade();
    const id = await lose('never');
    await till.clock.advance(240_000);
    expect(await stateOf(id)).toBe('not_captured');
  });

  it('a manager can close a case', async () => {
    till.issuer.silent = true;
    const id = await lose('never');
    await till.clock.advance(LIMITS.managerAfterMs + 20_000);
    await till.settler.stop();
    expect(await evidence()).toEqual(['answer-lost', 'issuer-silent']);
    till.issuer.silent = false;
    trade();
    expect(await close(id)).toBeNull();
    expect(await stateOf(id)).toBe('not_captured');
  });
});

describe('the reason shown to a manager who is called', () => {
  /** Rows of our voucher that come and go, so that no two passes are alike. */
  const fidgets = (at = till.clock.now()) =>
    trade((count) => ({
      ...otherRow(`f-${count}`, at),
      type: 'other' as const,
      vouchers: otherRow('x', 0).vouchers.map((entry) => ({ ...entry, ref: REF })),
      mid: '000000000000042',
    }));

  it('names a changing search if search answered but changed, and so does the error when closing', async () => {
    fidgets();
    const id = await lose('never');
    await till.clock.advance(LIMITS.managerAfterMs + 20_000);
    expect(await stateOf(id)).toBe('manager');
    expect(await evidence()).toEqual(['answer-lost', 'search-restless']);
    await expect(close(id)).rejects.toMatchObject({ status: 503, code: 'search-unproved' });
  });

  it('names too many rows if search never ended', async () => {
    await lose('never');
    till.issuer.searchPage = async (_, page) => {
      await till.clock.sleep(500);
      return { outcome: 'found', value: [otherRow(`o-${page}-${till.clock.now()}`, till.clock.now())] };
    };
    await till.clock.advance(LIMITS.managerAfterMs + LIMITS.readingMaxMs + 20_000);
    expect(await evidence()).toEqual(['answer-lost', 'search-endless']);
  });

  it('names a silent issuer only if it was always silent', async () => {
    const id = await lose('never');
    await till.clock.advance(30_000);
    till.issuer.silent = true;
    await till.clock.advance(LIMITS.managerAfterMs);
    expect(await stateOf(id)).toBe('manager');
    expect(await evidence()).toEqual(['answer-lost', 'never-undisturbed']);
  });

  it('names the matching row if nothing proves it', async () => {
    till.issuer.rowWord = 'Booked';
    const { checkByRef } = till.issuer;
    till.issuer.checkByRef = async (...asked) => {
      const state = await checkByRef(...asked);
      return state.outcome === 'found'
        ? { outcome: 'found', value: { ...state.value, remaining: null, holds: null } }
        : state;
    };
    await lose('now');
    await till.clock.advance(LIMITS.managerAfterMs + 20_000);
    const [item] = await till.attention.list();
    expect(item?.evidence.at(-1)?.code).toBe('row-status-unknown');
    expect(item?.candidates.map(({ transactionId }) => transactionId)).toEqual([till.issuer.ledger()[0]?.captureId]);
    expect(item?.actions).toContain('attach');
  });
});

describe('a row dated in the future by the issuer’s clock', () => {
  /** The times of the issuer's rows are this far ahead. */
  function rowsAhead(byMs: number): void {
    const { searchPage } = till.issuer;
    till.issuer.searchPage = async ({ from, to }, page, signal) => {
      const shown = await searchPage({ from: from - byMs, to: to - byMs }, page, signal);
      const later = (row: IssuerTransaction) => ({ ...row, createdAt: (row.createdAt ?? 0) + byMs });
      return shown.outcome === 'found' ? { outcome: 'found', value: shown.value.map(later) } : shown;
    };
  }

  it('is found before anything counts as not redeemed', async () => {
    rowsAhead(110_000);
    expect(await stateOf(await lose('now'))).toBe('captured');
  });

  it('is found while the issuer’s clock is unknown', async () => {
    till.issuer.clockOffset = () => null;
    rowsAhead(110_000);
    const id = await lose('now');
    await till.clock.advance(230_000);
    expect(await stateOf(id)).toBe('captured');
  });
});
