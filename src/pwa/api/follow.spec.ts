import { expect, it } from 'vitest';
import { createFollower } from './follow.ts';

/** Something that is asked after; `rounds` answers leave it open. */
function createRig({ rounds, mayAsk = () => true }: { rounds: number; mayAsk?: () => boolean }) {
  const steps: (number | 'asked')[] = [];
  let asked = 0;
  const follower = createFollower((ms) => {
    steps.push(ms);
    return Promise.resolve();
  });
  const follow = (firstMs?: number) =>
    follower.follow(
      'a',
      {
        isOpen: () => asked < rounds,
        mayAsk,
        ask: () => {
          asked += 1;
          steps.push('asked');
          return Promise.resolve();
        },
      },
      firstMs,
    );
  const rest = () => new Promise((resolve) => setTimeout(resolve));
  return { steps, follower, follow, rest };
}

it('asks at once, every second at first, then every five, and stops with the answer', async () => {
  const { steps, follower, follow, rest } = createRig({ rounds: 13 });
  follow();
  expect(follower.isFollowed('a')).toBe(true);
  await rest();
  expect(steps.filter((step) => step === 'asked')).toHaveLength(13);
  expect(steps.filter((step) => step !== 'asked')).toEqual([...Array.from({ length: 10 }, () => 1_000), 5_000, 5_000]);
  expect([steps[0], steps.at(-1)]).toEqual(['asked', 'asked']);
  expect(follower.isFollowed('a')).toBe(false);
});

it('waits before the first question where it is told to', async () => {
  const { steps, follow, rest } = createRig({ rounds: 2 });
  follow(400);
  await rest();
  expect(steps).toEqual([400, 'asked', 1_000, 'asked']);
});

it('follows one thing in one loop, however often it is told to', async () => {
  const { steps, follow, rest } = createRig({ rounds: 2 });
  follow();
  follow();
  await rest();
  expect(steps).toEqual(['asked', 1_000, 'asked']);
});

it('asks nothing while nobody may ask, and goes on when somebody may again', async () => {
  const allowed = [false, false, true];
  const { steps, follow, rest } = createRig({ rounds: 1, mayAsk: () => allowed.shift() ?? true });
  follow();
  await rest();
  expect(steps).toEqual([1_000, 1_000, 'asked']);
});
