import { expect, it } from 'vitest';
import { createSaleSender } from './sale-sender.ts';

/** Controlled sleeps, and sends that arrive or fail. */
function rig(arrives: () => boolean) {
  const sleeps: { ms: number; wake: () => void }[] = [];
  let sent = 0;
  const teller = createSaleSender({
    send: () => {
      sent += 1;
      return arrives() ? Promise.resolve() : Promise.reject(new Error('away'));
    },
    sleep: (ms) => new Promise((resolve) => sleeps.push({ ms, wake: resolve })),
  });
  const pass = async () => {
    const next = sleeps.shift();
    next?.wake();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    return next?.ms;
  };
  return { teller, pass, sent: () => sent };
}

it('keys that are typed in quick succession are sent together', async () => {
  const { teller, pass, sent } = rig(() => true);
  for (let key = 0; key < 4; key += 1) teller.notify();
  expect(await pass()).toBe(200);
  expect(sent()).toBe(1);
  expect(await pass()).toBeUndefined();
  teller.notify();
  await pass();
  expect(sent()).toBe(2);
});

it('a message that did not arrive is sent again, until the sender is stopped', async () => {
  const { teller, pass, sent } = rig(() => false);
  teller.notify();
  await pass();
  expect(await pass()).toBe(2_000);
  await pass();
  expect(sent()).toBe(2);
  teller.stop();
  await pass();
  await pass();
  expect(sent()).toBe(2);
});
