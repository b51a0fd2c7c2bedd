import { expect, it, vi } from 'vitest';
import { createConfirmation } from './confirmation.ts';

it('a confirmation is requested once for all waiting requests, and again for later ones', async () => {
  const { request, offer, finish } = createConfirmation();
  const show = vi.fn<(isWaiting: boolean) => void>();
  offer(show);
  const both = Promise.all([request(), request()]);
  finish(true);
  expect(await both).toEqual([true, true]);
  const later = request();
  finish(false);
  expect(await later).toBe(false);
  expect(show.mock.calls.flat()).toEqual([true, true, false, true, false]);
});

it('requests are cancelled if no part of the page offers to confirm them, or if the part was removed', async () => {
  const { request, offer } = createConfirmation();
  expect(await request()).toBe(false);
  const withdraw = offer(() => undefined);
  const waiting = request();
  withdraw();
  expect([await waiting, await request()]).toEqual([false, false]);
});
