import { expect, it } from 'vitest';
import type { Call } from '../../../pwa/api/client.ts';
import type { DisplayView } from '../contract/display.ts';
import { createDisplayPoller } from './display-poller.ts';

const VIEW: DisplayView = {
  shopName: '',
  notice: null,
  connected: false,
  open: true,
  sale: null,
  vouchers: [],
  receipt: null,
};
const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** A controlled server and clock, one query after the other. */
function rig() {
  const asked: { sale: string | undefined; answer: (view: DisplayView | null) => Promise<void> }[] = [];
  const call = ((_name: string, input?: { query?: { sale?: string } }) =>
    new Promise((resolve, reject) => {
      const answer = (view: DisplayView | null) => {
        if (view === null) reject(new Error('away'));
        else resolve(view);
        return settle();
      };
      asked.push({ sale: input?.query?.sale, answer });
    })) as unknown as Call;
  let now = 1_000;
  let sleepers: { until: number; wake: () => void }[] = [];
  const sleep = (ms: number) => new Promise<void>((wake) => sleepers.push({ until: now + ms, wake }));
  const look = createDisplayPoller({ call, now: () => now, sleep });
  const pass = async (ms: number) => {
    now += ms;
    const due = sleepers.filter(({ until }) => until <= now);
    sleepers = sleepers.filter(({ until }) => until > now);
    for (const { wake } of due) wake();
    await settle();
  };
  return { look, asked, pass };
}

it('an answer is applied to its own request only, and a change triggers a request at once', async () => {
  const { look, asked } = rig();
  const stop = look.start();
  const turn = look.about('a-sale');
  await asked[0]?.answer(VIEW);
  expect(look.state()).toMatchObject({ turn: 0, view: VIEW });
  expect(asked).toHaveLength(2);
  expect(asked[1]?.sale).toBe('a-sale');
  await asked[1]?.answer(VIEW);
  expect(look.state().turn).toBe(turn);
  look.about(null);
  await settle();
  expect(asked).toHaveLength(3);
  stop();
});

it('a server that does not answer is marked as silent, and its earlier data remains', async () => {
  const { look, asked } = rig();
  const stop = look.start();
  await asked[0]?.answer(VIEW);
  look.about(null);
  await settle();
  await asked[1]?.answer(null);
  expect(look.state()).toEqual({ view: VIEW, turn: 0, at: 1_000, isUnanswered: true });
  stop();
});

it('while the server confirms that nothing changed, no request is sent, and its data stays current', async () => {
  const { look, asked, pass } = rig();
  const stop = look.start();
  await asked[0]?.answer(VIEW);
  for (let beat = 1; beat <= 4; beat += 1) {
    look.confirmUnchanged();
    await pass(3_000);
  }
  look.confirmUnchanged();
  expect(asked).toHaveLength(1);
  expect(look.state()).toMatchObject({ at: 13_000, isUnanswered: false });
  await pass(3_000);
  expect(asked, 'what nobody told is noticed all the same').toHaveLength(2);
  stop();
});

it('a change event triggers a request at once, even while an earlier one is open', async () => {
  const { look, asked } = rig();
  const stop = look.start();
  await asked[0]?.answer(VIEW);
  look.changed();
  await settle();
  expect(asked).toHaveLength(2);
  look.changed();
  look.confirmUnchanged();
  await asked[1]?.answer(VIEW);
  expect(asked, 'the answer may be older than the change').toHaveLength(3);
  stop();
});

it('the server is polled if it sends no events, and more often after a missing answer', async () => {
  const { look, asked, pass } = rig();
  const stop = look.start();
  await asked[0]?.answer(VIEW);
  await pass(3_000);
  expect(asked).toHaveLength(2);
  await asked[1]?.answer(null);
  look.confirmUnchanged();
  expect(look.state(), 'that it is there says nothing of what it could not say').toMatchObject({
    at: 1_000,
    isUnanswered: true,
  });
  await pass(3_000);
  expect(asked).toHaveLength(3);
  await asked[2]?.answer(VIEW);
  expect(look.state()).toMatchObject({ at: 7_000, isUnanswered: false });
  stop();
});
