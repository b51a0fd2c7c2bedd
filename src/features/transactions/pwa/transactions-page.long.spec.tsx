import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../../contract/access/people.ts';
import { ok, refused } from '../../../pwa/testing/fake-server.ts';
import { renderApp } from '../../../pwa/testing/render-app.tsx';
import type { Line } from '../contract/transaction.ts';
import type { Coverage, LinesRequest, Totals } from '../contract/transaction-list.ts';
import { fitsFilter } from '../contract/transaction-sums.ts';
import { exampleLine, exampleTotals } from './testing/example-lines.ts';

/** Layout values that jsdom lacks: ten rows fit, and scrolling fires an event. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480);
  Element.prototype.scrollTo = function scroll(this: Element, ...[, top]: unknown[]) {
    this.scrollTop = Number(top);
    this.dispatchEvent(new Event('scroll'));
  };
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(Element.prototype, 'scrollTo');
});

const many = (count: number): Line[] =>
  Array.from({ length: count }, (_, index) => exampleLine(`t${index}`, { amount: 100 + index }));

/** Renders today's transactions with these lines on the server. */
function openList(lines: readonly Line[], options: { role?: Role; path?: string; coverage?: Partial<Coverage> } = {}) {
  let has = [...lines];
  const fitting = ({ filter = {} }: Pick<LinesRequest, 'filter'>) => has.filter(({ row }) => fitsFilter(row, filter));
  const coverage: Totals['coverage'] = {
    share: 1,
    gaps: [],
    keptFrom: null,
    until: '2026-11-21T07:00:00Z',
    isAway: false,
  };
  const app = renderApp({
    role: options.role ?? 'manager',
    path: options.path ?? '/transactions',
    answers: {
      transactionLines: (body) => {
        const { after, skip = 0, take = 100, fromEnd = false, ...asked } = body as LinesRequest;
        const found = fitting(asked);
        const from = fromEnd ? found.length - skip - take : found.findIndex(({ row }) => row.id === after) + 1 + skip;
        const page = found.slice(from, from + take);
        return ok({ lines: page, next: from + take < found.length ? page.at(-1)?.row.id : null });
      },
      transactionTotals: (body) =>
        ok(
          exampleTotals(fitting(body as LinesRequest), {
            rows: has.length,
            coverage: { ...coverage, ...options.coverage },
          }),
        ),
      transactionDetail: (body) => {
        const line = has.find(({ row }) => row.id === (body as { id: string }).id);
        return line === undefined
          ? refused(404, 'not-found')
          : ok({ line, records: [], tender: null, refund: null, attempts: null, evidence: [] });
      },
    },
  });
  return {
    ...app,
    become: (next: readonly Line[]) => {
      has = [...next];
    },
    /** The requests for pages. */
    asked: () =>
      app.server.requests.flatMap(({ name, body }) => {
        if (name !== 'transactionLines') return [];
        const { after, skip, fromEnd } = body as LinesRequest;
        return [{ after, skip, fromEnd }];
      }),
  };
}

const table = () => screen.findByRole('table', { name: 'Transactions' });
const rowNames = () =>
  screen.queryAllByRole('button', { name: /^Open / }).map((row) => row.getAttribute('aria-label') ?? '');
const rowAt = (index: number) => document.querySelector(`[data-index="${index}"]`);
const scrollTo = async (index: number) =>
  (await table()).querySelector('[role="rowgroup"]:last-child')?.scrollTo(0, index * 48);
/** The announcement of the number of lines. */
const said = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .filter((text) => /transaction/.test(text ?? ''))
    .join();
const isQuiet = async () => waitFor(async () => expect((await table()).getAttribute('aria-busy')).toBe('false'));
/** Focuses the page, so that it requests its totals. */
const lookAgain = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
/** Replaces the answers to an address; the function receives the server's own answer. */
function answerWith(path: string, say: (answer: () => Promise<Response>) => Promise<Response>): void {
  const fetchNow = fetch as (url: string, init?: RequestInit) => Promise<Response>;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const answer = () => fetchNow(url, init);
    return url.endsWith(path) ? say(answer) : answer();
  });
}
/** From now on answers from an address wait until they are let go. */
function hold(path: string): () => void {
  let letGo = () => undefined as void;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  answerWith(path, (answer) => gate.then(answer));
  return () => letGo();
}

describe('the list of transactions', () => {
  it('has as many rows as there are lines, and requests only those near the screen', async () => {
    const { asked } = openList(many(5_000));
    await isQuiet();
    expect((await table()).getAttribute('aria-rowcount')).toBe('5001');
    expect(rowNames()[0]).toMatch(/^Open Redemption, SGD.1\.00, ··7890/);
    expect(document.querySelectorAll('[aria-rowindex]').length).toBeLessThan(40);
    await waitFor(() => expect(asked().slice(0, 2)).toEqual([{}, { after: 't99' }]));
  });

  it('moves to its end and back by keyboard, and the focus follows when the line has loaded', async () => {
    const { user, asked } = openList(many(5_000));
    await isQuiet();
    (rowAt(0) as HTMLElement).focus();
    const letGo = hold('/lines');
    await user.keyboard('{End}');
    expect(rowAt(4_999)).toBeNull();
    letGo();
    await waitFor(() => expect(document.activeElement).toBe(rowAt(4_999)));
    expect(asked()).toContainEqual({ fromEnd: true });
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(rowAt(4_998));
    await user.keyboard('{Home}');
    await waitFor(() => expect(document.activeElement).toBe(rowAt(0)));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Transaction' })).toBeTruthy();
  });

  it('shows new lines at its top automatically', async () => {
    const old = many(250);
    const { become } = openList(old);
    await isQuiet();
    (rowAt(3) as HTMLElement).focus();
    become([exampleLine('new', { amount: 77_700 }), ...old]);
    lookAgain();
    await waitFor(() => expect(rowNames()[0]).toMatch(/SGD.777\.00/));
    expect((await table()).getAttribute('aria-rowcount')).toBe('252');
    expect(document.activeElement).toBe(rowAt(3));
    await scrollTo(98);
    await waitFor(() => expect(rowAt(101)?.getAttribute('aria-label')).toMatch(/SGD.2\.00/));
    expect(rowAt(100)?.getAttribute('aria-label')).toMatch(/SGD.1\.99/);
  });

  it('numbers its lines from the first, even far down and after new ones have arrived', async () => {
    const old = many(5_000);
    const { become } = openList(old);
    await isQuiet();
    await scrollTo(2_990);
    await waitFor(() => expect(rowAt(2_995)?.getAttribute('aria-label')).toMatch(/SGD.30\.95/));
    await waitFor(() => expect(rowAt(3_001)?.getAttribute('aria-label')).toMatch(/SGD.31\.01/));
    become([exampleLine('new', { amount: 77_700 }), ...old]);
    lookAgain();
    await waitFor(() => expect(rowAt(2_995)?.getAttribute('aria-label')).toMatch(/SGD.30\.94/));
    await waitFor(() => expect(rowAt(3_001)?.getAttribute('aria-label')).toMatch(/SGD.31\.00/));
  });

  it('keeps the lines of a filter until the lines of the next filter arrive', async () => {
    const { user } = openList([...many(20), exampleLine('r', { type: 'refund', amount: 500 })]);
    await isQuiet();
    const letGo = hold('/lines');
    await user.selectOptions(screen.getByLabelText('Type'), 'Refund');
    await waitFor(() => expect(screen.getAllByText('1 transaction').length).toBeGreaterThan(0));
    expect((await table()).getAttribute('aria-busy')).toBe('true');
    expect(rowNames()[0]).toMatch(/^Open Redemption/);
    letGo();
    await isQuiet();
    expect(rowNames()).toHaveLength(1);
    expect(rowNames()[0]).toMatch(/^Open Refund, SGD.5\.00/);
  });

  it('shows its lines before they are counted, with a note, and then their number', async () => {
    const { user } = openList([
      ...many(250),
      ...Array.from({ length: 150 }, (_, index) => exampleLine(`r${index}`, { type: 'refund' })),
    ]);
    await isQuiet();
    expect(said()).toBe('400 transactions');
    const letGo = hold('/totals');
    await user.selectOptions(screen.getByLabelText('Type'), 'Refund');
    await waitFor(() => expect(rowNames()[0]).toMatch(/^Open Refund/));
    expect((await table()).getAttribute('aria-rowcount')).toBe('-1');
    expect(screen.getAllByText('counting…')).toHaveLength(3);
    expect(screen.queryByText('400 transactions')).toBeNull();
    expect(said()).toBe('');
    await scrollTo(120);
    await waitFor(() => expect(rowAt(125)?.getAttribute('aria-label')).toMatch(/^Open Refund/));
    expect(rowAt(150)).toBeNull();
    (rowAt(125) as HTMLElement).focus();
    letGo();
    await isQuiet();
    expect(document.activeElement).toBe(rowAt(125));
    expect((await table()).getAttribute('aria-rowcount')).toBe('151');
    expect(said()).toBe('150 transactions');
    expect(screen.queryByText('counting…')).toBeNull();
  });

  it('announces the number once, and not for each new line', async () => {
    const { become } = openList(many(3));
    await isQuiet();
    become(many(4));
    lookAgain();
    await waitFor(() => expect(screen.getByText('4 transactions')).toBeTruthy());
    expect(said()).toBe('3 transactions');
  });

  it('distinguishes a filter without matches from an empty list', async () => {
    const { user, become } = openList(many(3));
    await isQuiet();
    await user.selectOptions(screen.getByLabelText('Status'), 'Declined');
    expect(await screen.findByText('No transactions match the filter')).toBeTruthy();
    become([]);
    lookAgain();
    expect(await screen.findByText('No transactions in this period')).toBeTruthy();
  });

  it('opens the lock screen after a sign-out', async () => {
    openList(many(3));
    await isQuiet();
    const { body } = refused(401, 'signed-out');
    answerWith('/totals', () => Promise.resolve(new Response(JSON.stringify(body), { status: 401 })));
    lookAgain();
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  });
});

describe('a line that is named in the address', () => {
  it('is opened by a manager, from anywhere in the list', async () => {
    openList(many(900), { path: '/transactions?open=t700' });
    const sheet = within(await screen.findByRole('dialog', { name: 'Transaction' }));
    expect(await sheet.findByText(/^SGD.8\.00$/, { selector: '.text-amount' })).toBeTruthy();
  });

  it('is reported as missing if it does not exist', async () => {
    openList(many(3), { path: '/transactions?open=t700' });
    const sheet = within(await screen.findByRole('dialog', { name: 'Transaction' }));
    expect(await sheet.findByText('This transaction was not found.')).toBeTruthy();
  });

  it('shows only the data of the list to people who are not managers', async () => {
    const { server } = openList(many(3), { role: 'cashier', path: '/transactions?open=t2' });
    const sheet = within(await screen.findByRole('dialog', { name: 'Transaction' }));
    expect(await sheet.findByText(/^SGD.1\.02$/, { selector: '.text-amount' })).toBeTruthy();
    expect(server.requests.map(({ name }) => name)).not.toContain('transactionDetail');
  });
});

describe('unread days', () => {
  it('are shown above the totals, with the progress', async () => {
    const gaps = [{ from: '2026-11-11T16:00:00Z', to: '2026-11-20T15:59:59.999Z' }];
    openList(many(3), { coverage: { share: 0.43, gaps, isAway: true, until: null } });
    expect(await screen.findByText(/are still being read\. The totals cover 43% of the period so far\.$/)).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Period' }).getAttribute('aria-valuenow')).toBe('43');
    expect(screen.getByText('The issuer can’t be reached.')).toBeTruthy();
    await isQuiet();
  });
});
