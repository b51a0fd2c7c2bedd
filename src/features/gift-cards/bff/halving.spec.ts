import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { cardsIn } from '../../../contract/redemption/activation-request.ts';
import { HANGING, LOST, rangeStatesOf, SAM } from '../../../testing/rigs/cards.ts';
import { createTestTill, MEI } from '../../../testing/rigs/till.ts';
import { type ActivationView, presentRanges } from '../contract/activation.ts';

let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
});

const numbered = (number: number) => String(number).padStart(6, '0');
const range = (first: number, last: number) => ({
  start: numbered(first),
  end: numbered(last),
  count: last - first + 1,
});

/** A range that the issuer refuses whole. */
async function refused(first: number, last: number, id: string = randomUUID()): Promise<ActivationView> {
  const { view } = await till.activations.put(MEI, id, { ranges: [range(first, last)], pin: '739146' });
  expect(rangeStatesOf(view)).toEqual(['refused']);
  return view;
}

/** Has the card looked for, and waits until that is over. */
async function looked(id: string): Promise<ActivationView> {
  await till.activations.resume(MEI, id, [0], true);
  for (;;) {
    const view = await till.activations.get(MEI, id);
    if (view.state !== 'running') return view;
    await till.clock.advance(1_000);
  }
}
const done = (view: ActivationView) => cardsIn(view.ranges.filter(({ state }) => state === 'done'));
const aside = (view: ActivationView) =>
  view.ranges.filter(({ state }) => state === 'refused').map(({ start, end }) => `${start}-${end}`);

describe('a range that the issuer refused as a whole', () => {
  it('is activated except for its bad card, which is named', async () => {
    till.issuer.voidCards('000604');
    const view = await looked((await refused(598, 606)).id);
    expect([view.state, done(view), aside(view)]).toEqual(['incomplete', 8, ['000604-000604']]);
    expect(cardsIn(presentRanges(view.ranges))).toBe(9);
    expect(till.issuer.activated().flatMap(({ start, end }) => [start, end])).not.toContain('000604');
  });

  it('needs about twenty-five requests for five thousand cards, wherever the bad card is', async () => {
    await till.settings.write(MEI, { pinAboveCards: 50_000 });
    for (const [first, bad] of [
      [10_001, 10_001],
      [20_001, 25_000],
      [30_001, 33_604],
    ] as const) {
      till.issuer.voidCards(numbered(bad));
      const { id } = await refused(first, first + 4_999);
      const before = till.issuer.rangesTried().length;
      const view = await looked(id);
      expect([done(view), aside(view)]).toEqual([4_999, [`${numbered(bad)}-${numbered(bad)}`]]);
      expect(till.issuer.rangesTried().length - before).toBeLessThanOrEqual(26);
    }
  });

  it('is activated except for each of several bad cards', async () => {
    till.issuer.voidCards('000003', '000004', '000050');
    const view = await looked((await refused(1, 64)).id);
    expect(done(view)).toBe(61);
    expect(aside(view).sort()).toEqual(['000003-000003', '000004-000004', '000050-000050']);
  });

  it('is not searched to the end if too many cards are bad', async () => {
    till.issuer.voidCards(...Array.from({ length: 100 }, (_, index) => numbered(index + 1)));
    const view = await looked((await refused(1, 100)).id);
    expect([view.state, view.stopReason, aside(view).length]).toEqual(['stopped', 'many-refused', LIMITS.setAsideMax]);
    expect(till.issuer.rangesTried().length).toBeLessThan(200);
  });

  it('is the same activation for a repeated request, and its halves are deactivated one by one', async () => {
    till.issuer.voidCards('000604');
    const id = randomUUID();
    await refused(598, 606, id);
    const view = await looked(id);
    const again = await till.activations.put(MEI, id, { ranges: [range(598, 606)] });
    expect([again.isNew, again.view.ranges.length]).toEqual([false, view.ranges.length]);
    const position = view.ranges.findIndex(({ state }) => state === 'done');
    expect(view.ranges[position]).toMatchObject({ half: true, canDeactivate: true });
    const back = await till.activations.deactivate(MEI, id, { range: position, reason: 'wrong box' });
    expect(back.ranges[position]?.state).toBe('deactivated');
  });
});

describe('searching for the bad card', () => {
  it('can be stopped and continued', async () => {
    till.issuer.voidCards('000064');
    const { id } = await refused(1, 64);
    till.issuer.failNextRanges(HANGING);
    const asked = till.activations.resume(MEI, id, [0], true);
    await till.clock.advance(5_000);
    await asked;
    await till.activations.stop(MEI, id);
    await till.clock.advance(3_600_000);
    const stopped = await till.activations.get(MEI, id);
    expect([stopped.state, stopped.stopReason, done(stopped)]).toEqual(['stopped', 'asked', 32]);
    await till.activations.resume(MEI, id, []);
    await till.clock.advance(10_000);
    const view = await till.activations.get(MEI, id);
    expect([done(view), aside(view)]).toEqual([63, ['000064-000064']]);
  });

  it('does not split a range with an unknown state', async () => {
    till.issuer.voidCards('000001');
    const { id } = await refused(1, 8);
    till.issuer.failNextRanges(LOST);
    const view = await looked(id);
    expect(view.ranges.map(({ start, end, state }) => `${start}-${end} ${state}`)).toEqual([
      '000001-000008 halved',
      '000001-000004 unknown',
      '000005-000008 done',
    ]);
    await expect(till.activations.resume(MEI, id, [0], true)).rejects.toMatchObject({ code: 'nothing-to-resume' });
  });

  it('sends a single card and an unknown range as they are', async () => {
    till.issuer.voidCards('000007');
    const { view } = await till.activations.put(SAM, randomUUID(), { ranges: [range(7, 7)] });
    const again = await till.activations.resume(SAM, view.id, [0], true);
    expect(rangeStatesOf(again)).toEqual(['refused']);
    expect(till.issuer.rangesTried()).toHaveLength(2);
  });
});
