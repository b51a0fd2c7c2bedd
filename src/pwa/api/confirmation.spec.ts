import { expect, it, vi } from 'vitest';
import { createConfirmation } from './confirmation.ts';

it('asks once for all requests that wait, and again for later ones', async () => {
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

it('cancels requests that no part can confirm: before a part offers it, and once the part has gone', async () => {
  const { request, offer } = createConfirmation();
  expect(await request()).toBe(false);
  const withdraw = offer(() => undefined);
  const waiting = request();
  withdraw();
  expect([await waiting, await request()]).toEqual([false, false]);
});
