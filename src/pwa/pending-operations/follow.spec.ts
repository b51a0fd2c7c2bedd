import { expect, it } from 'vitest';
import { createFollower } from './follow.ts';

/** An object to query; the first `rounds` answers leave it open. */
function createRig({
  rounds,
  firstMs = 0,
  mayQuery = () => true,
}: {
  rounds: number;
  firstMs?: number;
  mayQuery?: () => boolean;
}) {
  const steps: (number | 'asked')[] = [];
  const asked = () => steps.filter((step) => step === 'asked').length;
  const follow = createFollower<{ readonly id: string }>({
    sleep: async (ms) => void steps.push(ms),
    isOpen: () => asked() < rounds,
    mayQuery,
    query: async () => void steps.push('asked'),
    firstMs,
  });
  const rest = () => new Promise((resolve) => setTimeout(resolve));
  return { steps, asked, follow: () => follow({ id: 'a' }), rest };
}

it('a pending operation is polled at once, then every second, later every five, until the answer', async () => {
  const { steps, asked, follow, rest } = createRig({ rounds: 13 });
  follow();
  await rest();
  expect(asked()).toBe(13);
  expect(steps.filter((step) => step !== 'asked')).toEqual([...Array.from({ length: 10 }, () => 1_000), 5_000, 5_000]);
  expect([steps[0], steps.at(-1)]).toEqual(['asked', 'asked']);
});

it('the follower waits before the first request if configured', async () => {
  const { steps, follow, rest } = createRig({ rounds: 2, firstMs: 400 });
  follow();
  await rest();
  expect(steps).toEqual([400, 'asked', 1_000, 'asked']);
});

it('an operation is followed in one loop, however often it is started', async () => {
  const { steps, follow, rest } = createRig({ rounds: 2 });
  follow();
  follow();
  await rest();
  expect(steps).toEqual(['asked', 1_000, 'asked']);
});

it('the follower does not send a request while requests are not allowed, and continues when they are', async () => {
  const allowed = [false, false, true];
  const { steps, follow, rest } = createRig({ rounds: 1, mayQuery: () => allowed.shift() ?? true });
  follow();
  await rest();
  expect(steps).toEqual([1_000, 1_000, 'asked']);
});
