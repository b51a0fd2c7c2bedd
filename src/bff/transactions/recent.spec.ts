import { expect, it } from 'vitest';
import { createManualClock } from '../../testing/clock.ts';
import { createRecent } from './recent.ts';

it('an answer of the last seconds serves whoever needs no newer one, and one that failed serves nobody', async () => {
  const clock = createManualClock();
  const recent = createRecent<number>(clock);
  let asked = 0;
  const ask = async () => (asked += 1);
  expect([await recent.of('a', true, ask), await recent.of('a', true, ask), await recent.of('b', true, ask)]).toEqual([1, 1, 2]);
  expect(await recent.of('a', false, ask)).toBe(3);
  expect(await recent.of('a', true, ask)).toBe(3);
  await clock.advance(10_000);
  expect(await recent.of('a', true, ask)).toBe(4);
  await expect(recent.of('c', true, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await recent.of('c', true, ask)).toBe(5);
});

it('only the latest questions are kept', async () => {
  const recent = createRecent<number>(createManualClock());
  let asked = 0;
  const ask = async () => (asked += 1);
  for (let question = 0; question < 20; question += 1) await recent.of(String(question), true, ask);
  await recent.of('19', true, ask);
  expect(asked).toBe(20);
  await recent.of('0', true, ask);
  expect(asked).toBe(21);
});
