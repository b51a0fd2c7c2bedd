import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { ANA, createTestTill, readAndSweep, SHOP, startLooking, stopLooking } from '../../../testing/rigs/till.ts';

const REF = '1234567890';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
  till.issuer.add(REF);
  await till.journal.learnMid(SHOP, '000000000000042');
});

/** A redemption whose answer is lost, after its row was made with this status. @returns its id */
async function lose(word: string): Promise<string> {
  till.issuer.rowWord = word;
  till.issuer.failNext({ commit: 'now', answer: 'lost' });
  const put = till.tenders.put(ANA, randomUUID(), { code: REF, amount: 2000, currency: 'SGD' });
  await till.clock.advance(6_000);
  return (await put).view.id;
}
const stateOf = async (id: string) => (await till.tenders.get(ANA, id)).state;
const captureId = () => till.issuer.ledger()[0]?.captureId ?? '';
const cases = async () => (await till.attention.list()).map(({ kind, state }) => `${kind} ${state}`);

describe('a redemption with a lost answer', () => {
  it.each(['Succeeded', 'COMPLETED', 'ok'])('is redeemed at once if its row says %s', async (word) => {
    expect(await stateOf(await lose(word))).toBe('captured');
  });

  it.each([
    ['Processing', 'row-pending'],
    ['Pondering', 'row-status-unknown'],
    ['', 'row-status-unknown'],
  ])('waits while its row says “%s”, and a manager sees the row after the window', async (word, code) => {
    const id = await lose(word);
    expect(await stateOf(id)).toBe('unknown');
    await till.clock.advance(3 * MINUTE_MS);
    expect(await stateOf(id)).toBe('unknown');
    await till.clock.advance(2 * MINUTE_MS);
    expect(await stateOf(id)).toBe('manager');
    const [item] = await till.attention.list();
    expect(item?.evidence.at(-1)?.code).toBe(code);
    expect(item?.candidates.map(({ transactionId, status }) => [transactionId, status])).toEqual([[captureId(), word]]);
    expect(item?.actions).toContain('attach');
  });

  it('is redeemed once its row succeeds, even after a manager was called', async () => {
    const id = await lose('Processing');
    await till.clock.advance(LIMITS.managerAfterMs);
    till.issuer.setRowWord(captureId(), 'Succeeded');
    await till.clock.advance(6 * MINUTE_MS);
    expect(await stateOf(id)).toBe('captured');
    expect(await cases()).toEqual([]);
  });

  it('is “not redeemed” once its row is reversed', async () => {
    const id = await lose('Processing');
    till.issuer.takeBack(captureId(), 'Reversed');
    await till.clock.advance(5 * MINUTE_MS);
    expect(await stateOf(id)).toBe('not_captured');
  });

  it('is never redeemed when its row fails', async () => {
    const id = await lose('Processing');
    till.issuer.takeBack(captureId(), 'Failed');
    await till.clock.advance(LIMITS.managerAfterMs + MINUTE_MS);
    expect(['manager', 'not_captured']).toContain(await stateOf(id));
  });
});

describe('a capture without a redemption', () => {
  const sweep = () => readAndSweep(till, { from: till.clock.now() - 2 * DAY_MS, to: till.clock.now() });

  it('is listed after the window if its status is unknown', async () => {
    till.issuer.rowWord = 'Pondering';
    till.issuer.captureElsewhere(REF, 700);
    await sweep();
    expect(await cases()).toEqual([]);
    await till.clock.advance(4 * MINUTE_MS);
    await sweep();
    expect(await cases()).toEqual(['orphan found']);
  });

  it('is listed once it succeeds, or if it is still processed a day later', async () => {
    till.issuer.rowWord = 'Processing';
    till.issuer.captureElsewhere(REF, 700);
    till.issuer.captureElsewhere(REF, 800);
    const [first, second] = till.issuer.ledger();
    await till.clock.advance(4 * MINUTE_MS);
    await sweep();
    expect(await cases()).toEqual([]);
    till.issuer.setRowWord(first?.captureId ?? '', 'Succeeded');
    await sweep();
    expect(await cases()).toEqual(['orphan found']);
    await till.clock.advance(DAY_MS);
    await sweep();
    expect((await till.attention.list()).map(({ candidates }) => candidates[0]?.transactionId)).toEqual([
      first?.captureId,
      second?.captureId,
    ]);
  });

  it('becomes a redemption’s late capture only once it succeeds', async () => {
    till.issuer.rowWord = 'Processing';
    till.issuer.failNext({ commit: { afterMs: 400_000 }, answer: 'lost' });
    const put = till.tenders.put(ANA, randomUUID(), { code: REF, amount: 2000, currency: 'SGD' });
    await till.clock.advance(6_000);
    const { id } = (await put).view;
    await till.clock.advance(500_000);
    await sweep();
    expect(await stateOf(id)).toBe('not_captured');
    till.issuer.setRowWord(captureId(), 'Succeeded');
    await sweep();
    expect(await stateOf(id)).toBe('late_capture');
  });
});

describe('a row that appears late in the search', () => {
  const LATE_MS = 12 * MINUTE_MS;

  it('settles a manager’s case as soon as it appears', async () => {
    till.issuer.searchLagMs = LATE_MS;
    const id = await lose('Succeeded');
    await till.clock.advance(LIMITS.managerAfterMs + MINUTE_MS);
    expect(await stateOf(id)).toBe('manager');
    await till.clock.advance(8 * MINUTE_MS);
    expect(await stateOf(id)).toBe('captured');
  });

  it('is found within two hours if no redemption explains it', async () => {
    startLooking(till);
    await till.clock.advance(10 * MINUTE_MS);
    till.issuer.searchLagMs = 40 * MINUTE_MS;
    till.issuer.captureElsewhere(REF, 700);
    await till.clock.advance(120 * MINUTE_MS);
    expect(await cases()).toEqual(['orphan found']);
    await stopLooking(till);
  });
});
