import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLife, type Life } from './life.ts';
import { createTimeline, type Timeline } from './timeline.ts';

const turn = () => new Promise(setImmediate);

it('events happen in time order, and in planning order at the same time', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ ms: fc.nat(20), isOff: fc.boolean() })), (plans) => {
      const timeline = createTimeline();
      const happened: [number, number][] = [];
      plans.forEach(({ ms, isOff }, index) => {
        timeline.after(ms, () => happened.push([timeline.now(), index])).isOff = isOff;
      });
      while (timeline.step());
      const expected = plans.flatMap(({ ms, isOff }, index) => (isOff ? [] : [[ms, index] as [number, number]]));
      expect(happened).toEqual(expected.sort((a, b) => a[0] - b[0] || a[1] - b[1]));
    }),
  );
});

function begin(timeline: Timeline, diesAtStep = Number.POSITIVE_INFINITY): Life {
  let steps = 0;
  return createLife({ id: 1, timeline, wallMs: 1_000, diesHere: () => (steps += 1) === diesAtStep, died: () => undefined });
}

it('a process that dies stops all its work, and each step is done or not done', async () => {
  for (const [diesAt, expected] of [
    [1, { isDone: false, isHeard: false }],
    [2, { isDone: true, isHeard: false }],
    [3, { isDone: true, isHeard: true }],
  ] as const) {
    const seen = { isDone: false, isHeard: false };
    const life = begin(createTimeline(), diesAt);
    void life
      .step(() => {
        seen.isDone = true;
      })
      .then(() => {
        seen.isHeard = true;
      });
    await turn();
    expect(seen).toEqual(expected);
  }
});

it('a suspended process wakes late, and a dead one never', async () => {
  const timeline = createTimeline();
  const still = begin(timeline);
  const dead = begin(timeline);
  const woken: [string, number][] = [];
  void still.clock.sleep(10).then(() => woken.push(['still', timeline.now()]));
  void dead.clock.sleep(10).then(() => woken.push(['dead', timeline.now()]));
  still.stall(50);
  dead.kill();
  while (timeline.step()) await turn();
  expect(woken).toEqual([['still', 50]]);
});

it('a sleep ends with its signal, and leaves no event behind', async () => {
  const timeline = createTimeline();
  const { clock } = begin(timeline);
  const stop = new AbortController();
  const sleeps = [clock.sleep(10, stop.signal), clock.sleep(20, stop.signal)];
  stop.abort(new Error('enough'));
  for (const sleep of sleeps) await expect(sleep).rejects.toThrow('enough');
  await expect(clock.sleep(10, stop.signal)).rejects.toThrow('enough');
  expect(timeline.step()).toBe(false);
});
