import { expect, it } from 'vitest';
import type { DisplayView } from '../../contract/display.ts';
import type { Call } from '../api/client.ts';
import { createLook } from './look.ts';

const VIEW: DisplayView = { shopName: '', connected: false, open: true, sale: null, vouchers: [] };
const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** A server whose answers are given by the story, one question after the other. */
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
  const look = createLook({ call, now: () => 1_000, sleep: () => new Promise(() => undefined) });
  return { look, asked };
}

it('an answer counts for the question that it was asked, and a change is asked about at once', async () => {
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

it('a server that does not answer is said to be silent, and what it said before stays said', async () => {
  const { look, asked } = rig();
  const stop = look.start();
  await asked[0]?.answer(VIEW);
  look.about(null);
  await settle();
  await asked[1]?.answer(null);
  expect(look.state()).toEqual({ view: VIEW, turn: 0, at: 1_000, isSilent: true });
  stop();
});
