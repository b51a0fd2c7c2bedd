import { expect, it } from 'vitest';
import { createLane } from './lane.ts';

it('a lane runs one job after the other, continues after a failure, and skips jobs without a waiting caller', async () => {
  const lane = createLane();
  const done: string[] = [];
  let letGo = () => undefined as void;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const first = lane.run(async () => {
    await gate;
    done.push('first');
    throw new Error('the first failed');
  });
  const gone = new AbortController();
  const second = lane.run(() => Promise.resolve(done.push('second')), gone.signal);
  const third = lane.run(() => Promise.resolve(done.push('third')));
  gone.abort();
  letGo();
  await expect(first).rejects.toThrow('the first failed');
  await expect(second).rejects.toThrow('The request was withdrawn');
  await third;
  expect(done).toEqual(['first', 'third']);
});
