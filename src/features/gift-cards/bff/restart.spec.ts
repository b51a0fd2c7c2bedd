import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  GOOD,
  HOUR_MS,
  LOST,
  NEVER_DONE,
  putHanging,
  putTens,
  rangeStatesOf,
  SAM,
  ten,
} from '../../../testing/rigs/cards.ts';
import { createTestTill, MEI, SHOP } from '../../../testing/rigs/till.ts';

let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
});

describe('a journal that cannot be written', () => {
  it('refuses an activation before anything is sent', async () => {
    await till.db.destroy();
    await expect(putTens(till, 1)).rejects.toMatchObject({ status: 503, code: 'not-ready', retry: 'safe' });
    expect(till.issuer.rangesTried()).toEqual([]);
  });

  it('stores the outcome of the current range as soon as it can, and does not send another meanwhile', async () => {
    till.issuer.failNextRanges({ commit: 'now', answer: { afterMs: 8_000 } });
    const asked = putTens(till, 2);
    await till.clock.advance(6_000);
    const { id } = await asked;
    await sql`CREATE TRIGGER full BEFORE INSERT ON fact BEGIN SELECT RAISE(ABORT, 'disk full'); END`.execute(till.db);
    await till.clock.advance(60_000);
    expect(rangeStatesOf(await till.activations.get(SAM, id))).toEqual(['sent', 'waiting']);
    expect(till.issuer.rangesTried()).toHaveLength(1);
    await sql`DROP TRIGGER full`.execute(till.db);
    await till.clock.advance(2_000);
    expect((await till.activations.get(SAM, id)).state).toBe('done');
  });
});

describe('a server that stops', () => {
  it('completes the range at the issuer, and leaves the rest to a person', async () => {
    const { id } = await putHanging(till, 3, 0);
    const closed = till.runs.close();
    await till.clock.advance(HOUR_MS);
    await closed;
    expect(await till.activations.get(SAM, id)).toMatchObject({ state: 'stopped', stopReason: 'server-stopped' });
    expect(till.issuer.rangesTried()).toHaveLength(1);
  });

  it('leaves the range unknown if it is killed before the answer, and does not send others until a person resumes', async () => {
    const { id } = await putHanging(till, 3, 1);
    const after = await createTestTill(till);
    await after.settler.recover();
    const stranded = await after.activations.get(SAM, id);
    expect(stranded).toMatchObject({ state: 'stopped', stopReason: 'server-stopped' });
    expect(rangeStatesOf(stranded)).toEqual(['done', 'unknown', 'waiting']);
    expect(till.issuer.rangesTried()).toHaveLength(2);
    const resumed = await after.activations.resume(SAM, id, [1]);
    expect(resumed.state).toBe('done');
    expect(till.issuer.rangesTried()).toHaveLength(4);
  });

  it('leaves no range unknown if it is killed between two ranges, and does not send others until a person resumes', async () => {
    const { id } = await putHanging(till, 3, 1);
    /* As a server leaves it that dies after the outcome of a range and before the next SENT. */
    await sql`DROP TRIGGER fact_no_delete`.execute(till.db);
    await till.db.deleteFrom('fact').where('kind', '=', 'sent').where('data', '=', '{"range":1}').execute();
    await till.db.updateTable('operation').set({ version: 3 }).where('id', '=', id).execute();
    await till.db.updateTable('activation_range').set({ state: 'waiting' }).where('position', '=', 1).execute();
    const after = await createTestTill(till);
    await after.settler.recover();
    expect(rangeStatesOf(await after.activations.get(SAM, id))).toEqual(['done', 'waiting', 'waiting']);
    expect((await after.activations.resume(SAM, id, [])).state).toBe('done');
  });

  it('does not change the ranges that another server has sent since, if it was only presumed dead', async () => {
    till.issuer.failNextRanges(
      { commit: 'now', answer: { afterMs: 20_000 } },
      { commit: 'now', answer: { afterMs: 60_000 } },
    );
    const asked = putTens(till, 3);
    await till.clock.advance(5_000);
    const { id } = await asked;
    const after = await createTestTill(till);
    await after.settler.recover();
    const resumed = after.activations.resume(SAM, id, []);
    await till.clock.advance(30_000);
    expect(rangeStatesOf(await resumed)).toEqual(['unknown', 'sent', 'waiting']);
    expect(rangeStatesOf(await after.activations.get(SAM, id))).toEqual(['done', 'sent', 'waiting']);
    await till.clock.advance(60_000);
    expect((await after.activations.get(SAM, id)).state).toBe('done');
    expect(till.issuer.rangesTried()).toHaveLength(3);
  });

  it('still stores its success if it was only presumed dead', async () => {
    const { id } = await putHanging(till, 2, 0);
    const after = await createTestTill(till);
    await after.settler.recover();
    await till.clock.advance(HOUR_MS);
    expect(rangeStatesOf(await after.activations.get(SAM, id))).toEqual(['done', 'waiting']);
    expect(till.issuer.rangesTried()).toHaveLength(1);
  });
});

describe('the manager’s list', () => {
  it('shows an unknown range with its cards until it is done', async () => {
    till.issuer.failNextRanges(LOST);
    const { id } = await putTens(till, 2);
    const [item] = await till.attention.list();
    expect(item).toMatchObject({ id, subject: 'activation', kind: 'unsettled', actions: ['close'], ranges: [ten(0)] });
    expect(item?.evidence.map(({ code }) => code)).toEqual(['answer-lost', 'resend-tells']);
    expect(item?.evidence[0]?.detail).toBe('001–010: the connection broke');
    await till.activations.resume(SAM, id, [0]);
    expect(await till.attention.list()).toEqual([]);
  });

  it('lets a manager close the case with a reason, which releases the cards', async () => {
    till.issuer.failNextRanges(NEVER_DONE);
    const { id } = await putTens(till, 1);
    expect(
      await till.attention.settle(MEI, id, { action: 'close', reason: 'Looked at card 001: not active' }),
    ).toBeNull();
    const closed = await till.activations.get(SAM, id);
    expect(closed).toMatchObject({ state: 'incomplete', ranges: [{ state: 'closed' }] });
    await expect(till.activations.resume(SAM, id, [0])).rejects.toMatchObject({ code: 'nothing-to-resume' });
    expect((await putTens(till, 1)).state).toBe('done');
    await expect(till.attention.settle(MEI, id, { action: 'close', reason: 'again' })).rejects.toMatchObject({
      status: 404,
    });
  });

  it.each([
    ['active', 'found_active', 'done', 'activation.found-active'],
    ['inactive', 'closed', 'incomplete', 'activation.found-inactive'],
  ] as const)('stores a manager’s finding that the cards are %s', async (cards, range, state, action) => {
    till.issuer.failNextRanges(LOST);
    const { id } = await putTens(till, 1);
    await till.attention.settle(MEI, id, { action: 'close', reason: 'Card 001', found: [{ range: 0, cards }] });
    expect(await till.activations.get(SAM, id)).toMatchObject({
      state,
      ranges: [{ state: range, decision: { person: 'Mei', reason: 'Card 001' } }],
    });
    const period = { from: '1970-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
    const [line] = (await till.trail.page(SHOP, { ...period, kind: 'cards' })).lines;
    expect(line).toMatchObject({ action, person: { name: 'Mei' }, details: { cards: 10, reason: 'Card 001' } });
    const again = putTens(till, 1);
    if (cards === 'active') await expect(again).rejects.toMatchObject({ code: 'ranges-overlap' });
    else expect((await again).state).toBe('done');
  });

  it('keeps a finding for each range, and leaves the others open', async () => {
    till.issuer.failNextRanges(LOST, NEVER_DONE, GOOD, LOST);
    const { id } = await putTens(till, 4);
    const found = [
      { range: 0, cards: 'active' },
      { range: 1, cards: 'inactive' },
    ] as const;
    const item = await till.attention.settle(MEI, id, { action: 'close', reason: 'One of each', found: [...found] });
    expect(item).toMatchObject({ positions: [3], ranges: [ten(3)] });
    expect(rangeStatesOf(await till.activations.get(SAM, id))).toEqual(['found_active', 'closed', 'done', 'unknown']);
    await expect(
      till.attention.settle(MEI, id, { action: 'close', reason: 'again', found: [found[0]] }),
    ).rejects.toMatchObject({ code: 'case-moved' });
  });

  it('does not allow a range to be attached or refunded', async () => {
    till.issuer.failNextRanges(LOST);
    const { id } = await putTens(till, 1);
    await expect(
      till.attention.settle(MEI, id, { action: 'attach', reason: 'x', transactionId: '1' }),
    ).rejects.toMatchObject({
      code: 'case-moved',
    });
  });
});
