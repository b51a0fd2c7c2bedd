import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('a limited number of tasks runs at a time, in order of arrival, and continues after a failure', async () => {
  const inTurn = createTurns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (name: number) =>
    inTurn(async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (name === 1) throw new Error('failed');
    });
  const all = [1, 2, 3, 4].map((name) => work(name).catch(() => 'failed'));
  await Promise.resolve();
  expect(begun).toEqual([1, 2]);
  ends[0]?.();
  await all[0];
  await Promise.resolve();
  expect(begun).toEqual([1, 2, 3]);
  ends[1]?.();
  await all[1];
  await Promise.resolve();
  expect(begun).toEqual([1, 2, 3, 4]);
  for (const end of ends) end();
  expect(await Promise.all(all)).toEqual(['failed', undefined, undefined, undefined]);
});
