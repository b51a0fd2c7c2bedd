import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../../contract/money/money.ts';
import { LOST, SAM, VOID } from '../../../testing/rigs/cards.ts';
import { createTestTill } from '../../../testing/rigs/till.ts';

const CODE = '6454800101';
const card = (number: string) => ({ ranges: [{ start: number, end: number, count: 1 }] });
const refused = { status: 400, code: 'card-code' };

let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
  till.issuer.add(CODE, money(5000, 'SGD'), { status: 'inactive' });
});
const put = (request: Parameters<typeof till.activations.put>[2]) => till.activations.put(SAM, randomUUID(), request);

describe('the code of a card entered as a sequence number', () => {
  it('is neither sent to the issuer nor stored, even if a person confirms it as a number', async () => {
    await expect(put(card(CODE))).rejects.toMatchObject(refused);
    await expect(put({ ...card(CODE), numbersConfirmed: true })).rejects.toMatchObject(refused);
    await expect(put({ ranges: [{ start: '6454800100', end: CODE, count: 2 }] })).rejects.toMatchObject(refused);
    expect(till.issuer.rangesTried()).toEqual([]);
    expect(await till.activations.latest(SAM)).toEqual([]);
  });

  it.each(['AB123456789', '7KQ2M9XW4ZP3'])('is recognised by its letters: %s', async (code) => {
    await expect(put(card(code))).rejects.toMatchObject(refused);
  });

  it('is not repeated in the answer', async () => {
    const error: unknown = await put(card(CODE)).catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error) + String(error)).not.toContain(CODE);
  });
});

describe('a sequence number that is as long as the code of a card', () => {
  const NUMBER = '1000000101';

  it('is accepted if the issuer knows no card with that code', async () => {
    const { view: activation } = await put(card(NUMBER));
    expect(activation).toMatchObject({ state: 'done', ranges: [{ start: NUMBER, end: NUMBER }] });
  });

  it('is accepted without an issuer lookup only if a person confirmed it', async () => {
    till.issuer.silent = true;
    await expect(put(card(NUMBER))).rejects.toMatchObject(refused);
    expect((await put({ ...card(NUMBER), numbersConfirmed: true })).view.state).toBe('done');
  });

  it('is listed by its last four until the issuer has accepted it, even on a manager’s list', async () => {
    till.issuer.failNextRanges(VOID, LOST);
    const masked = { ranges: [{ start: '··0101', end: '··0101', count: 1 }] };
    expect((await put(card(NUMBER))).view).toMatchObject({ state: 'incomplete', ...masked });
    expect((await put(card('1000000102'))).view).toMatchObject({ state: 'unknown', ranges: [{ start: '··0102' }] });
    expect(JSON.stringify(await till.activations.latest(SAM))).not.toContain('10000001');
    expect(JSON.stringify(await till.attention.list())).not.toContain('10000001');
  });

  it('is looked up again before it is resent', async () => {
    till.issuer.failNextRanges(VOID);
    const { view: activation } = await put(card(NUMBER));
    till.issuer.add(NUMBER, money(5000, 'SGD'), { status: 'inactive' });
    await expect(till.activations.resume(SAM, activation.id, [0])).rejects.toMatchObject(refused);
    expect(till.issuer.rangesTried()).toHaveLength(1);
  });
});

it('shorter numbers are accepted as sequence numbers without a lookup', async () => {
  till.issuer.silent = true;
  expect((await put(card('000101'))).view.state).toBe('done');
});
