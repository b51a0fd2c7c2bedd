import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../testing/clock.ts';
import { createLogger } from './logging.ts';
import { createLoop, type Loop, type LoopOptions } from './loop.ts';
import { systemClock } from './ports.ts';

let clock: ManualClock;
let logged: string[];
let rounds: number;
let loop: Loop;
const running = (options: Partial<LoopOptions> = {}): Loop => {
  const log = createLogger('debug', { write: (line) => void logged.push(line) });
  const work = async () => void (rounds += 1);
  loop = createLoop({ clock, log, everyMs: 100, work, failureMessage: 'it did not work', ...options });
  loop.start();
  return loop;
};
beforeEach(() => {
  clock = createManualClock();
  logged = [];
  rounds = 0;
});
afterEach(() => loop.stop());

it('a loop runs immediately, then after each pause, until it is stopped', async () => {
  running();
  await clock.advance(250);
  expect(rounds).toBe(3);
  await loop.stop();
  await clock.advance(250);
  expect([rounds, clock.sleepers()]).toEqual([3, 0]);
});

it('a loop waits before its first run if configured, and between runs for as long as the work requests', async () => {
  const pauses = [500, undefined];
  running({
    firstMs: 10,
    work: async () => {
      rounds += 1;
      return pauses.shift();
    },
  });
  const seen: number[] = [];
  for (const ms of [9, 1, 499, 1, 99, 1]) {
    await clock.advance(ms);
    seen.push(rounds);
  }
  expect(seen).toEqual([0, 1, 1, 2, 2, 3]);
});

it('a loop logs an error and continues, and does not log errors caused by stopping', async () => {
  running({
    work: async () => {
      rounds += 1;
      if (rounds === 2) await clock.sleep(1_000, loop.signal);
      throw new Error('the database is away');
    },
  });
  await clock.advance(150);
  await loop.stop();
  expect(rounds).toBe(2);
  expect(logged.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['it did not work']);
});

it('a loop runs at once when it is woken, and once more after work in progress', async () => {
  let finish = () => {};
  running({
    work: async () => {
      rounds += 1;
      if (rounds === 2) await new Promise<void>((resolve) => (finish = resolve));
    },
  });
  await clock.advance(10);
  loop.wake();
  await clock.advance(0);
  expect(rounds).toBe(2);
  loop.wake();
  finish();
  await clock.advance(0);
  expect(rounds).toBe(3);
  await clock.advance(99);
  expect(rounds).toBe(3);
});

it('a loop starts once, however often it is started', async () => {
  running().start();
  await clock.advance(0);
  expect(rounds).toBe(1);
});

it('a hundred listeners for a loop’s end cause no warning, and all are called', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error) => warnings.push(name);
  process.on('warning', hear);
  running();
  const waiting = Array.from({ length: 100 }, () => systemClock.sleep(60_000, loop.signal));
  await loop.stop();
  expect((await Promise.allSettled(waiting)).every(({ status }) => status === 'rejected')).toBe(true);
  await new Promise(setImmediate);
  process.off('warning', hear);
  expect(warnings).toEqual([]);
});
