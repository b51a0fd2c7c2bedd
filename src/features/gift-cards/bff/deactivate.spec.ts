import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  HANGING,
  HOUR_MS,
  LOST,
  NOT_SENT,
  putTens,
  rangeStatesOf,
  SAM,
  ten,
  VOID,
} from '../../../testing/rigs/cards.ts';
import { createTestTill, MEI, SHOP } from '../../../testing/rigs/till.ts';
import type { ActivationView } from '../contract/activation.ts';

let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
});

const REASON = 'Stolen from the shelf';
const takeBack = ({ id }: ActivationView, range = 0) => till.activations.deactivate(MEI, id, { range, reason: REASON });

describe('deactivating a range', () => {
  it('is one request for that range, with its author and reason', async () => {
    const activation = await takeBack(await putTens(till, 2), 1);
    expect(activation).toMatchObject({
      state: 'incomplete',
      ranges: [{ state: 'done' }, { state: 'deactivated', canDeactivate: false }],
    });
    expect(activation.ranges[1]?.deactivation).toMatchObject({ person: 'Mei', reason: REASON, refusal: null });
    expect(till.issuer.deactivated()).toEqual([{ start: '011', end: '020' }]);
  });

  it('marks the activation as deactivated once all of its ranges are', async () => {
    const activation = await putTens(till, 2);
    await takeBack(activation, 0);
    expect(await takeBack(activation, 1)).toMatchObject({ state: 'deactivated' });
  });

  it('is sent even if the activation is read right after it was written', async () => {
    const activation = await putTens(till, 1);
    const { activationJournal: activations } = till;
    const write = activations.deactivate;
    activations.deactivate = async (...asked) => {
      const begun = await write(...asked);
      await till.activations.get(SAM, activation.id);
      return begun;
    };
    expect(rangeStatesOf(await takeBack(activation))).toEqual(['deactivated']);
    expect(till.issuer.deactivationsTried()).toHaveLength(1);
  });

  it('leaves the cards free to be activated again', async () => {
    await takeBack(await putTens(till, 1));
    const again = await till.activations.put(SAM, randomUUID(), { ranges: [ten(0)] });
    expect(again.view.state).toBe('done');
  });

  it('is not offered if the issuer did not offer it', async () => {
    till.issuer.offerNoWayBack();
    const activation = await putTens(till, 1);
    expect(activation.ranges[0]?.canDeactivate).toBe(false);
    await expect(takeBack(activation)).rejects.toMatchObject({ status: 409, code: 'not-deactivatable' });
    expect(till.issuer.deactivationsTried()).toEqual([]);
  });

  it('is not possible twice, while another deactivation runs, or for an unknown range', async () => {
    const activation = await putTens(till, 2);
    till.issuer.failNextDeactivations(HANGING);
    const asked = takeBack(activation);
    await till.clock.advance(5_000);
    expect(await asked).toMatchObject({
      state: 'deactivating',
      ranges: [{ state: 'deactivating' }, { canDeactivate: false }],
    });
    await expect(takeBack(activation, 1)).rejects.toMatchObject({ code: 'not-deactivatable' });
    await expect(till.activations.resume(SAM, activation.id, [])).rejects.toMatchObject({ code: 'nothing-to-resume' });
    await till.clock.advance(HOUR_MS);
    await expect(takeBack(activation)).rejects.toMatchObject({ code: 'not-deactivatable' });
    await expect(takeBack(activation, 2)).rejects.toMatchObject({ status: 400, code: 'bad-range' });
    expect(till.issuer.deactivationsTried()).toHaveLength(1);
  });

  it.each([
    ['refuses', VOID, { reason: 'void' }],
    ['never receives the request', NOT_SENT, null],
  ])('changes nothing if the issuer %s, and can be requested again', async (_, fault, refusal) => {
    till.issuer.failNextDeactivations(fault);
    const activation = await takeBack(await putTens(till, 1));
    expect(activation).toMatchObject({
      state: 'done',
      ranges: [{ state: 'done', canDeactivate: true, deactivation: { refusal } }],
    });
    expect(rangeStatesOf(await takeBack(activation))).toEqual(['deactivated']);
  });
});

/** The status of its ranges on the list of transactions. */
async function listed(id: string): Promise<string[]> {
  const rows = await till.db
    .selectFrom('list_row')
    .select('status')
    .where('shop', '=', SHOP)
    .where('id', 'like', `${id}:%`)
    .execute();
  return rows.map(({ status }) => status);
}

describe('a range whose deactivation was not answered', () => {
  it('stays unknown, is never resent automatically, and keeps its cards', async () => {
    till.issuer.failNextDeactivations(LOST);
    const activation = await takeBack(await putTens(till, 1));
    expect(activation).toMatchObject({ state: 'unknown', ranges: [{ state: 'deactivation_unknown' }] });
    await till.clock.advance(HOUR_MS);
    expect(till.issuer.deactivationsTried()).toHaveLength(1);
    await expect(till.activations.put(SAM, randomUUID(), { ranges: [ten(0)] })).rejects.toMatchObject({
      code: 'ranges-overlap',
    });
  });

  it('is resent by a manager, and a refusal then proves nothing about the first request', async () => {
    till.issuer.failNextDeactivations(LOST, VOID);
    const lost = await takeBack(await putTens(till, 1));
    expect(await takeBack(lost)).toMatchObject({
      ranges: [{ state: 'deactivation_unknown', deactivation: { refusal: { reason: 'void' } } }],
    });
    expect(rangeStatesOf(await takeBack(lost))).toEqual(['deactivated']);
  });

  it('is on the list of cases until a manager has closed it', async () => {
    till.issuer.failNextDeactivations(LOST);
    const { id } = await takeBack(await putTens(till, 1));
    const [item] = await till.attention.list();
    expect(item).toMatchObject({ id, subject: 'activation', ranges: [{ start: '001', end: '010' }] });
    expect(item?.evidence.map(({ detail }) => detail)).toContain('001–010: deactivation, the connection broke');
    await till.attention.settle(MEI, id, { action: 'close', reason: 'Looked at three cards: none is active' });
    expect(await till.attention.list()).toEqual([]);
    expect(rangeStatesOf(await till.activations.get(SAM, id))).toEqual(['closed_unknown']);
    expect(await listed(id)).toEqual(['unknown']);
  });

  it.each([
    ['inactive', 'deactivated', 'deactivated'],
    ['active', 'done', 'succeeded'],
  ] as const)('is settled by a manager who found the cards %s', async (cards, state, status) => {
    till.issuer.failNextDeactivations(LOST);
    const { id } = await takeBack(await putTens(till, 1));
    await till.attention.settle(MEI, id, { action: 'close', reason: 'Card 001', found: [{ range: 0, cards }] });
    expect(rangeStatesOf(await till.activations.get(SAM, id))).toEqual([state]);
    expect(await listed(id)).toEqual([status]);
  });

  it('is unknown if the server stopped meanwhile', async () => {
    const activation = await putTens(till, 1);
    till.issuer.failNextDeactivations(HANGING);
    void takeBack(activation);
    await till.clock.advance(1_000);
    const { db, issuer, clock } = till;
    const next = await createTestTill({ db, issuer, clock });
    await next.settler.recover();
    await clock.advance(1_000);
    expect(await next.activations.get(SAM, activation.id)).toMatchObject({
      state: 'unknown',
      ranges: [{ state: 'deactivation_unknown' }],
    });
    expect(issuer.deactivationsTried()).toHaveLength(1);
  });
});
