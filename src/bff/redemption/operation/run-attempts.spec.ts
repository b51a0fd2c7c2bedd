import { expect, it } from 'vitest';
import { createManualClock } from '../../../testing/clock.ts';
import { createLogger } from '../../platform/base/logging.ts';
import type { DurableChange } from './changes.ts';
import { waitUntilSettled } from './run-attempts.ts';

it('an outcome from this server is returned without reading it again', async () => {
  const listeners: ((change: DurableChange) => void)[] = [];
  const changes = {
    notify: () => undefined,
    on: (listener: (change: DurableChange) => void) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  let reads = 0;
  const settled = waitUntilSettled(
    { clock: createManualClock(), log: createLogger('silent'), changes },
    {
      id: 'one',
      deadline: 5_000,
      isOpen: (record: { open: boolean }) => record.open,
      read: () => {
        reads += 1;
        return Promise.resolve(null);
      },
      recordAfter: () => ({ open: false }),
    },
    () => ({ open: true }),
  );
  await Promise.resolve();
  for (const listener of listeners) listener({ kind: 'tender', id: 'one', open: false });
  expect(await settled).toEqual({ open: false });
  expect(reads).toBe(0);
});
