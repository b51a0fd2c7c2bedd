import { expect, it } from 'vitest';
import { createManualClock } from './clock.ts';

it('the manual clock wakes sleepers in time order, each at its own instant', async () => {
  const clock = createManualClock(1_000);
  const woken: [string, number][] = [];
  const sleeper = (name: string, ms: number) => clock.sleep(ms).then(() => woken.push([name, clock.now()]));
  void Promise.all([sleeper('late', 30), sleeper('early', 10), sleeper('never', 31)]);
  await clock.advance(30);
  expect(woken).toEqual([
    ['early', 1_010],
    ['late', 1_030],
  ]);
  expect(clock.sleepers()).toBe(1);
});

it('the manual clock wakes a sleeper that sleeps again', async () => {
  const clock = createManualClock();
  let rounds = 0;
  const loop = async () => {
    for (; rounds < 5; rounds += 1) await clock.sleep(10);
  };
  void loop();
  await clock.advance(50);
  expect(rounds).toBe(5);
});

it('a signal ends a sleep, before or during it', async () => {
  const clock = createManualClock();
  const stop = new AbortController();
  const sleeping = clock.sleep(10, stop.signal);
  stop.abort(new Error('enough'));
  await expect(sleeping).rejects.toThrow('enough');
  await expect(clock.sleep(10, stop.signal)).rejects.toThrow('enough');
  expect(clock.sleepers()).toBe(0);
});

it('a jump of the wall clock does not wake a sleeper and leaves the monotonic clock unchanged', async () => {
  const clock = createManualClock(0);
  const monotonic = clock.monotonic();
  void clock.sleep(10);
  clock.jump(60_000);
  await clock.advance(5);
  expect([clock.now(), clock.monotonic() - monotonic, clock.sleepers()]).toEqual([60_005, 5, 1]);
});
