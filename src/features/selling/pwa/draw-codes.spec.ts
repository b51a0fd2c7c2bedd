import { expect, it } from 'vitest';
import { drawCodes } from './draw-codes.ts';

const VOUCHERS = Array.from({ length: 12 }, (_, index) => ({ code: `SOLD${index}`, position: index }));

it('the codes of many vouchers are drawn a few at a time, in order, without blocking the page', async () => {
  const counts: number[] = [];
  const steps: string[] = [];
  let last: readonly { voucher: { position: number } }[] = [];
  await drawCodes(VOUCHERS, {
    pause: () => Promise.resolve(void steps.push('pause')),
    onDrawn: (drawn) => {
      last = drawn;
      counts.push(drawn.length);
      steps.push('drawn');
    },
    signal: new AbortController().signal,
  });
  expect(counts).toEqual([5, 10, 12]);
  expect(steps).toEqual(['drawn', 'pause', 'drawn', 'pause', 'drawn', 'pause']);
  expect(last.map(({ voucher }) => voucher.position)).toEqual(VOUCHERS.map(({ position }) => position));
});

it('no further codes are drawn once the page is left', async () => {
  const left = new AbortController();
  let drawn = 0;
  await drawCodes(VOUCHERS, {
    pause: () => Promise.resolve(left.abort()),
    onDrawn: (all) => {
      drawn = all.length;
    },
    signal: left.signal,
  });
  expect(drawn).toBe(5);
});
