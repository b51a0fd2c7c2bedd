import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { LOST, NOT_SENT } from '../../../testing/rigs/cards.ts';
import { ANA, createTestTill, MEI } from '../../../testing/rigs/till.ts';

const MISTAKE = { reason: 'Wrong product', receiptNo: 'R-104' };

let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
});

const order = (quantity: number) => ({ productCode: 'GIFT10', quantity });
async function sell(quantity: number): Promise<string> {
  const id = randomUUID();
  await till.issues.put(ANA, id, order(quantity));
  return id;
}
const redeem = (code: string) => till.tenders.put(ANA, randomUUID(), { code, amount: 1000, currency: 'SGD' });

describe('a sale that is taken back', () => {
  it('puts each of its vouchers on hold, and no other', async () => {
    const other = await sell(1);
    const id = await sell(2);
    await till.issues.takeBack(MEI, id, MISTAKE);
    const [left = '', ...codes] = till.issuer.issuedCodes();
    expect(codes).toHaveLength(2);
    for (const code of codes) await expect(redeem(code)).rejects.toMatchObject({ status: 409, code: 'voucher-held' });
    expect((await till.issues.get(MEI, id)).vouchers.map(({ code }) => code)).toEqual([null, null]);
    expect((await till.issues.get(MEI, other)).vouchers).toMatchObject([{ last4: left.slice(-4), released: null }]);
    till.issuer.add(left, { amount: 1000, currency: 'SGD' });
    expect((await redeem(left)).view.state).toBe('captured');
  });

  it('shows the person, the reason and the register’s refund, and a repeat changes nothing', async () => {
    const id = await sell(1);
    const takenBack = { person: 'Mei', ...MISTAKE };
    expect(await till.issues.takeBack(MEI, id, MISTAKE)).toMatchObject({ takenBack });
    expect(await till.issues.takeBack(MEI, id, { reason: 'Twice' })).toMatchObject({ takenBack });
  });

  it('stays sold or taken back if a copy of an earlier request arrives late', async () => {
    const id = await sell(1);
    const first = { id: randomUUID(), ...MISTAKE };
    const { takenBack } = await till.issues.takeBack(MEI, id, first);
    const undo = { at: takenBack?.at ?? '' };
    expect(await till.issues.undoReturn(MEI, id, undo)).toMatchObject({ takenBack: null });
    expect(await till.issues.takeBack(MEI, id, first)).toMatchObject({ takenBack: null });
    await till.clock.advance(1_000);
    const again = { id: randomUUID(), reason: 'Returned after all' };
    expect(await till.issues.takeBack(MEI, id, again)).toMatchObject({ takenBack: { reason: again.reason } });
    expect(await till.issues.undoReturn(MEI, id, undo)).toMatchObject({ takenBack: { reason: again.reason } });
    expect(await till.issues.undoReturn(MEI, id)).toMatchObject({ takenBack: null });
  });

  it('releases and issues no further vouchers, not even to a manager', async () => {
    const id = await sell(1);
    await till.issues.takeBack(MEI, id, MISTAKE);
    const refused = { status: 409, code: 'taken-back' };
    const again = { reason: 'Printer jam' };
    await expect(till.issues.print(MEI, id, { print: randomUUID(), ...again })).rejects.toMatchObject(refused);
    const sending = { sending: randomUUID(), position: 0, ...again };
    await expect(till.issues.send(MEI, id, sending)).rejects.toMatchObject(refused);
    await expect(till.issues.resume(ANA, id)).rejects.toMatchObject(refused);
  });

  it('is refused while the issuer has not answered a request', async () => {
    till.issuer.failNextIssues(LOST, ...Array.from({ length: 60 }, () => NOT_SENT));
    const id = randomUUID();
    const asked = till.issues.put(ANA, id, order(1));
    await till.clock.advance(620_000);
    await asked;
    await expect(till.issues.takeBack(MEI, id, MISTAKE)).rejects.toMatchObject({ status: 409, code: 'order-open' });
  });
});
