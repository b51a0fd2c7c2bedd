import { afterEach, describe, expect, it } from 'vitest';
import type { Transaction } from '../../contract/transaction.ts';
import { packTransactions, type TransactionPage } from '../../contract/transaction-pack.ts';
import { type Call, NoAnswer } from '../api/client.ts';
import { createKeeper } from './keeper.ts';
import type { BookState, Told } from './protocol.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
const opened: ReturnType<typeof createKeeper>[] = [];
afterEach(() => {
  for (const keeper of opened.splice(0)) keeper.close();
});

const capture = (id: string, atMs: number): Transaction => ({
  id,
  type: 'capture',
  rawType: 'Capture',
  status: 'succeeded',
  rawStatus: 'Succeeded',
  mid: '1',
  amount: 100,
  currency: 'SGD',
  at: new Date(atMs).toISOString(),
  updatedAt: null,
  vouchers: [{ last4: '0001', tag: id, product: null }],
  by: null,
});

const page = (transactions: Transaction[], next: string | null, reachedMs = NOW - DAY_MS): TransactionPage => ({
  transactions: packTransactions(transactions),
  next,
  reached: new Date(reachedMs).toISOString(),
  mid: '1',
});

/** A keeper whose server answers from a script and whose waits end when the story says so. */
function begin(answer: (body: { cursor?: string; from: string }) => TransactionPage | Promise<TransactionPage>) {
  const told: Told[] = [];
  const waits: { ms: number; end: () => void }[] = [];
  const asked: { cursor?: string; from: string }[] = [];
  const keeper = createKeeper({
    call: (async (_: string, { body }: { body: { cursor?: string; from: string } }) => {
      asked.push(body);
      return answer(body);
    }) as unknown as Call,
    tell: (one) => told.push(one),
    now: () => NOW,
    sleep: (ms) => new Promise((resolve) => waits.push({ ms, end: resolve })),
  });
  opened.push(keeper);
  keeper.obey({ kind: 'open', source: 'shop', period: { from: NOW - DAY_MS, to: NOW + DAY_MS }, timeZone: 'UTC' });
  const quiet = async () => {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  };
  return {
    keeper,
    told,
    asked,
    quiet,
    state: (): BookState | undefined => told.flatMap((one) => (one.kind === 'state' ? [one.state] : [])).at(-1),
    lines: () => told.flatMap((one) => (one.kind === 'lines' ? [one.lines.map(({ row }) => row.id)] : [])).at(-1),
    /** Ends the waits of this length. */
    async pass(ms: number) {
      for (const wait of waits.splice(0)) {
        if (wait.ms === ms) wait.end();
        else waits.push(wait);
      }
      await quiet();
    },
  };
}

describe('a period that is read', () => {
  it('is shown as it comes, and is done at its end', async () => {
    let more: (next: TransactionPage) => void = () => undefined;
    const story = begin(({ cursor }) =>
      cursor === undefined
        ? page([capture('new', NOW - 1_000)], '1-1', NOW - DAY_MS / 2)
        : new Promise((resolve) => {
            more = resolve;
          }),
    );
    await story.quiet();
    expect(story.state()).toMatchObject({ reading: 'reading', rows: 1, lines: 1, progress: 0.5, mid: '1' });
    more(page([capture('new', NOW - 1_000), capture('old', NOW - 2_000)], null));
    await story.quiet();
    expect(story.state()).toMatchObject({ reading: 'done', rows: 2, progress: 1 });
    story.keeper.obey({ kind: 'lines', from: 0, to: 10 });
    expect(story.lines()).toEqual(['new', 'old']);
  });

  it('stops when somebody says so, keeps what it has, and goes on from there', async () => {
    const answers: ((next: TransactionPage) => void)[] = [];
    const story = begin(() => new Promise((resolve) => answers.push(resolve)));
    story.keeper.obey({ kind: 'stop' });
    answers.shift()?.(page([capture('a', NOW)], '7-7'));
    await story.quiet();
    expect(story.state()).toMatchObject({ reading: 'stopped', rows: 1 });
    expect(story.asked).toHaveLength(1);
    story.keeper.obey({ kind: 'go-on' });
    answers.shift()?.(page([capture('b', NOW - 1)], null));
    await story.quiet();
    expect(story.asked[1]).toMatchObject({ cursor: '7-7' });
    expect(story.state()).toMatchObject({ reading: 'done', rows: 2 });
  });

  it('asks again when there is no answer, and says so; then a person decides', async () => {
    let fails = true;
    const story = begin(() => (fails ? Promise.reject(new NoAnswer('gone')) : page([capture('a', NOW)], null)));
    await story.quiet();
    expect(story.state()).toMatchObject({ reading: 'waiting', failure: { kind: 'no-answer' } });
    for (const ms of [1_000, 2_000, 4_000, 8_000]) await story.pass(ms);
    expect(story.state()).toMatchObject({ reading: 'failed' });
    expect(story.asked).toHaveLength(5);
    fails = false;
    story.keeper.obey({ kind: 'go-on' });
    await story.quiet();
    expect(story.state()).toMatchObject({ reading: 'done', rows: 1, failure: null });
  });
});

describe('new transactions', () => {
  it('appear at the top by themselves, once, while somebody looks', async () => {
    let rows = [capture('old', NOW - 60_000)];
    const story = begin(() => page(rows, null));
    await story.quiet();
    rows = [capture('new', NOW - 1), ...rows];
    await story.pass(5_000);
    story.keeper.obey({ kind: 'lines', from: 0, to: 10 });
    expect(story.lines()).toEqual(['new', 'old']);
    expect(Date.parse(story.asked.at(-1)?.from ?? '')).toBe(NOW - 3 * 60_000);
    story.keeper.obey({ kind: 'live', isLive: false });
    await story.pass(5_000);
    expect(story.asked).toHaveLength(2);
  });

  it('that cannot be looked for are said to be missing, and the list stays', async () => {
    let fails = false;
    const story = begin(() => (fails ? Promise.reject(new NoAnswer('gone')) : page([capture('a', NOW)], null)));
    await story.quiet();
    fails = true;
    await story.pass(5_000);
    expect(story.state()).toMatchObject({ reading: 'done', rows: 1, failure: { kind: 'no-answer' } });
    fails = false;
    await story.pass(5_000);
    expect(story.state()).toMatchObject({ failure: null });
  });
});

describe('a list that is looked at otherwise', () => {
  it('answers with its lines in the new order, and finds a line by its id', async () => {
    const story = begin(() => page([capture('a', NOW), capture('b', NOW - 1)], null));
    await story.quiet();
    story.keeper.obey({ kind: 'show', filter: {}, sort: { key: 'at', down: false } });
    story.keeper.obey({ kind: 'lines', from: 0, to: 1 });
    expect(story.lines()).toEqual(['b']);
    story.keeper.obey({ kind: 'find', id: 'a' });
    expect(story.told.at(-1)).toMatchObject({ kind: 'found', line: { row: { id: 'a' } } });
    story.keeper.obey({ kind: 'show', filter: { last4: '9999' }, sort: { key: 'at', down: false } });
    expect(story.state()).toMatchObject({ lines: 0, rows: 2 });
  });
});
