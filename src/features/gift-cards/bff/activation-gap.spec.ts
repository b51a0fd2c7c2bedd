import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGapStore } from '../../../bff/platform/store/journal-gaps.ts';
import { HOUR_MS, putHanging, rangeStatesOf, SAM, ten, VOID } from '../../../testing/rigs/cards.ts';
import { createGapRig, type GapRig } from '../../../testing/rigs/gap-rig.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { createTestTill, MEI, SHOP, seedPeople } from '../../../testing/rigs/till.ts';

const CLOSED = { status: 503, code: 'journal-gap' };

let rig: GapRig;
beforeEach(async () => {
  rig = await createGapRig();
});

const put = (index: number) => rig.till.activations.put(SAM, randomUUID(), { ranges: [ten(index)] });

/** The issuer activated these cards, and the journal has lost it: it refuses them from now on. */
async function loseActivation(): Promise<void> {
  await rig.till.issuer.activate(ten(0), () => undefined);
  await rig.lose();
  rig.till.issuer.voidCards('001');
}

describe('after a restored backup', () => {
  it('no range is sent until the shop opens, and none is sent twice', async () => {
    await loseActivation();
    await expect(put(0)).rejects.toMatchObject(CLOSED);
    await expect(put(1)).rejects.toMatchObject(CLOSED);
    expect(rig.till.issuer.rangesTried()).toHaveLength(1);
    await rig.openAgain();
    expect((await put(1)).view.state).toBe('done');
  });

  it('a refusal leaves the cards unknown, because the journal may have lost their activation', async () => {
    await loseActivation();
    await rig.openAgain();
    const { view } = await put(0);
    expect(view).toMatchObject({ state: 'unknown', ranges: [{ state: 'unknown', refusal: VOID.answer }] });
    const cases = (await rig.till.attention.list()).filter(({ subject }) => subject !== 'access');
    expect(cases).toMatchObject([{ id: view.id, subject: 'activation' }]);
  });

  it('a second gap closes the shop again, and leaves the cards unknown', async () => {
    await loseActivation();
    await rig.openAgain();
    await rig.lose();
    await expect(put(0)).rejects.toMatchObject(CLOSED);
    const after = await createTestTill(rig.till);
    await after.opening.start();
    await expect(after.activations.put(SAM, randomUUID(), { ranges: [ten(0)] })).rejects.toMatchObject(CLOSED);
  });

  it('a refusal is conclusive if the gap is older than a month', async () => {
    const foundAt = rig.till.clock.now() - 32 * 24 * HOUR_MS;
    await createGapStore(rig.db, SHOP).note({ id: randomUUID(), reason: 'restored', fromAt: foundAt, foundAt });
    await rig.till.opening.start();
    await rig.openAgain();
    rig.till.issuer.voidCards('001');
    expect(rangeStatesOf((await put(0)).view)).toEqual(['refused']);
  });
});

describe('a gap that a manager ended', () => {
  const end = async () => {
    const gap = rig.till.gate.closedFor();
    await rig.till.clock.advance(4 * 60_000);
    if (gap) await rig.till.tillReports.overrule(MEI, gap.id, 'The shop is full');
  };

  it('still blocks ranges until the issuer’s rows are read', async () => {
    const { searchPage } = rig.till.issuer;
    rig.till.issuer.searchPage = () => Promise.resolve({ outcome: 'unclear', reason: 'The search is away' });
    await loseActivation();
    await end();
    expect(rig.till.gate.closedFor()).toBeNull();
    await expect(put(0)).rejects.toMatchObject(CLOSED);
    rig.till.issuer.searchPage = searchPage;
    await rig.till.clock.advance(HOUR_MS / 6);
    await expect(put(0)).rejects.toMatchObject(CLOSED);
    await rig.openAgain();
    expect(rangeStatesOf((await put(0)).view)).toEqual(['unknown']);
  });
});

describe('an activation that is running when the gap is found', () => {
  it('does not send further ranges, and continues only when a person resumes it', async () => {
    const { till } = rig;
    const { id } = await putHanging(till, 3, 0);
    await rig.lose();
    await till.clock.advance(HOUR_MS);
    const stopped = await till.activations.get(SAM, id);
    expect(stopped).toMatchObject({ state: 'stopped', stopReason: 'journal-gap' });
    expect(rangeStatesOf(stopped)).toEqual(['done', 'waiting', 'waiting']);
    await expect(till.activations.resume(SAM, id, [])).rejects.toMatchObject(CLOSED);
    await rig.openAgain();
    expect((await till.activations.resume(SAM, id, [])).state).toBe('done');
  });
});

it('a gap found by a sister shop blocks ranges in this shop, because they share a database', async () => {
  await seedPeople(rig.db, shopNamed('east'));
  const foundAt = rig.till.clock.now();
  const gap = { id: randomUUID(), reason: 'restored', fromAt: foundAt, foundAt } as const;
  await createGapStore(rig.db, shopNamed('east')).note(gap);
  await rig.till.opening.start();
  await expect(put(0)).rejects.toMatchObject(CLOSED);
});
