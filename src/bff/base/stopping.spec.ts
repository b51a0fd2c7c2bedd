import { expect, it } from 'vitest';
import { systemClock } from './ports.ts';
import { createStopping } from './stopping.ts';

it('a hundred that wait at a time are no warning, and all end with it', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error) => warnings.push(name);
  process.on('warning', hear);
  const stopping = createStopping();
  const waiting = Array.from({ length: 100 }, () => systemClock.sleep(60_000, stopping.signal));
  stopping.abort(new Error('the server is stopping'));
  expect((await Promise.allSettled(waiting)).every(({ status }) => status === 'rejected')).toBe(true);
  await new Promise(setImmediate);
  process.off('warning', hear);
  expect(warnings).toEqual([]);
});
