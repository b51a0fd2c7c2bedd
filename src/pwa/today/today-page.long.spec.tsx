import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AttentionItem } from '../../contract/redemption/attention.ts';
import type { ActivationState, RangeState } from '../../features/gift-cards/contract/activation.ts';
import { caseOf, exampleRow } from '../testing/examples.ts';
import { type Answers, type FakeAnswer, ok, refused } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Renders these cases for a manager; `settle` is the server's answer to a decision. */
function openCases(
  cases: readonly AttentionItem[],
  settle: () => FakeAnswer = () => ok({ item: null }),
  answers: Answers = {},
  path = '/today',
) {
  let items = [...cases];
  const app = renderApp({
    role: 'manager',
    path,
    answers: {
      ...answers,
      attention: () => ok(items),
      settleAttention: (_, id) => {
        const answer = settle();
        if (answer.status === 200) items = items.filter((item) => item.id !== id);
        return answer;
      },
    },
  });
  return {
    ...app,
    become: (next: readonly AttentionItem[]) => {
      items = [...next];
    },
    decisions: () => app.server.requests.filter(({ name }) => name === 'settleAttention').map(({ body }) => body),
    card: (name: string) => screen.findByRole('article', { name }).then(within),
    dialog: (name: string) => screen.findByRole('dialog', { name }).then(within),
  };
}

/** Fifty cards in an unknown state; they are the third range of their activation. */
function unknownCards(change: Partial<AttentionItem> = {}): AttentionItem {
  const ranges = [{ start: '000101', end: '000150', count: 50 }];
  const evidence = [{ at: '2030-01-15T06:00:00.000Z', code: 'resend-tells', detail: null } as const];
  return caseOf('c1', {
    subject: 'activation',
    last4: '',
    amount: null,
    actions: ['close'],
    candidates: [],
    evidence,
    ranges,
    resend: [2],
    ...change,
  });
}

describe('cards with an unknown state', () => {
  const answered = (state: ActivationState, range: RangeState) => {
    const plain = { activationId: null, refusal: null, changedAt: '', canDeactivate: false, deactivation: null };
    const ranges = [{ start: '000101', end: '000150', count: 50, state: range, ...plain }];
    return ok({
      id: 'c1',
      state,
      ranges,
      stopReason: null,
      createdAt: '',
      changedAt: '',
      person: 'Sam',
      device: 'Till 1',
    });
  };

  it.each([
    ['done', 'done', 'Sent again: these cards are active.'],
    ['incomplete', 'refused', /^Sent again\. The issuer did not activate all of these cards/],
    ['running', 'sent', /^Sending again\./],
  ] as const)('are sent again from the case, which then shows %s', async (state, range, words) => {
    const { user, card, server } = openCases([unknownCards()], undefined, {
      resumeActivation: () => answered(state, range),
    });
    await user.click((await card('Activation')).getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(server.requests.filter(({ name }) => name === 'resumeActivation')).toMatchObject([
      { body: { ranges: [2] } },
    ]);
  });

  it('show their outcome even if their case was removed from the list before the answer arrived', async () => {
    const answers = { resumeActivation: () => answered('done', 'done') };
    const { user, card, events, become } = openCases([unknownCards()], undefined, answers);
    const found = await card('Activation');
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ask = globalThis.fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const response = await ask(url, init);
      if (url.endsWith('/resume')) await held;
      return response;
    });
    await user.click(found.getByRole('button', { name: 'Send again' }));
    become([]);
    events.tell({ kind: 'attention', id: 'c1' });
    expect(await screen.findByText('All clear')).toBeTruthy();
    release();
    expect(await screen.findByText('Sent again: these cards are active.')).toBeTruthy();
  });

  it('can only be opened if sending again could do harm', async () => {
    const { card } = openCases([unknownCards({ resend: [] })]);
    const found = await card('Activation');
    expect(found.queryByRole('button', { name: 'Send again' })).toBeNull();
    expect(found.getByRole('link', { name: 'Open the activation' })).toBeTruthy();
  });
});

describe('the list of cases', () => {
  it('shows the case that an address names', async () => {
    const { card } = openCases([caseOf('c1'), caseOf('c2', { last4: '0002' })], undefined, {}, '/today?case=c2');
    await card('Redemption ··0002');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Redemption ··0002'));
  });

  it('shows the subject, person, device, time and evidence of a case in plain words', async () => {
    const { card } = openCases([caseOf('c1', { candidates: [exampleRow('0000123')] })]);
    const found = await card('Redemption ··7890');
    expect(found.getByText('Ana, Till 2')).toBeTruthy();
    expect(found.getByText(/^Since .*15:00, /)).toBeTruthy();
    expect(found.getByText('The issuer did not respond, or the response could not be read.')).toBeTruthy();
    expect(found.getByText('no answer within 30000 ms')).toBeTruthy();
    expect(found.getByText(/ (before|after) our request$/)).toBeTruthy();
    expect(found.getByText('Several transactions of the issuer could match.')).toBeTruthy();
    expect(found.getByText('Issuer’s transaction 0000123')).toBeTruthy();
  });

  it('includes cards with an unknown state', async () => {
    const { card } = openCases([unknownCards()]);
    const found = await card('Activation');
    expect(found.getByText('50 cards, 000101 to 000150')).toBeTruthy();
    expect(found.getByRole('link', { name: 'Open the activation' }).getAttribute('href')).toBe('/activate/c1');
    expect(found.getByText('You can safely send this again to see the result. Active cards stay active.')).toBeTruthy();
    expect(found.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Send again',
      'Record what you found',
    ]);
  });

  it('states that all is clear if it is empty', async () => {
    openCases([]);
    expect(await screen.findByText('All clear')).toBeTruthy();
  });

  it('shows no action while the server is still looking a case up, and does not call a manager', async () => {
    const { card } = openCases([caseOf('c1', { state: 'unknown', actions: [] })]);
    const found = await card('Redemption ··7890');
    expect(found.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['History', 'Put on hold']);
    expect(found.getByText('We’re still checking with the issuer. You don’t need to do anything yet.')).toBeTruthy();
    expect(screen.queryByText(/needs? attention$/)).toBeNull();
  });

  it('includes a failed search for captures, with advice, and calls a manager', async () => {
    const evidence = [{ at: '2030-01-15T06:00:00.000Z', code: 'look-behind', detail: 'no response' } as const];
    const behind = {
      kind: 'behind',
      subject: 'look',
      state: 'behind',
      last4: '',
      amount: null,
      person: null,
      device: null,
    } as const;
    const { card } = openCases([caseOf('look', { ...behind, evidence, candidates: [], actions: [] })]);
    const found = await card('Search for captures');
    expect(found.getByText('The issuer’s transactions have not been read since this time.')).toBeTruthy();
    expect(found.getByText('We keep retrying.')).toBeTruthy();
    expect(found.queryByRole('button')).toBeNull();
    expect(screen.getByText(/tell the administrator of the server/)).toBeTruthy();
    expect(await screen.findByRole('link', { name: '1 case needs attention' })).toBeTruthy();
  });

  it('includes a doubtful setting for the unit of vouchers, until the server restarts', async () => {
    const other = {
      kind: 'setting',
      subject: 'tender',
      state: 'behind',
      last4: '7890',
      amount: null,
      person: null,
      device: null,
    } as const;
    const evidence = [{ at: '2030-01-15T06:00:00.000Z', code: 'other-kind', detail: 'LEGACY_CHECK_KIND' } as const];
    const { card } = openCases([caseOf('setting', { ...other, evidence, candidates: [], actions: [] })]);
    const found = await card('Redemption ··7890');
    expect(found.getByText('The issuer’s response does not fit the voucher type in the settings.')).toBeTruthy();
    expect(found.getByText('Clears when the server restarts.')).toBeTruthy();
    expect(found.queryByRole('button')).toBeNull();
  });

  it('includes a different shop number at the issuer, and names the setting to correct', async () => {
    const shop = {
      kind: 'mid',
      subject: 'shop',
      state: 'behind',
      last4: '',
      amount: null,
      person: null,
      device: null,
    } as const;
    const detail = 'shops.katong.mid: 000000012345679';
    const evidence = [{ at: '2030-01-15T06:00:00.000Z', code: 'mid-differs', detail } as const];
    const { card } = openCases([caseOf('mid', { ...shop, evidence, candidates: [], actions: [] })]);
    const found = await card('Shop');
    expect(found.getByText('The issuer names another shop number than the setting.')).toBeTruthy();
    expect(found.getByText(detail, { exact: false })).toBeTruthy();
    expect(found.getByText('Paused')).toBeTruthy();
    expect(found.queryByRole('button')).toBeNull();
  });

  it('is counted in the header and updated automatically', async () => {
    const { events, become } = openCases([caseOf('c1'), caseOf('c2', { last4: '0002' })]);
    expect(await screen.findByRole('link', { name: '2 cases need attention' })).toBeTruthy();
    become([caseOf('c2', { last4: '0002' })]);
    events.tell({ kind: 'attention', id: 'c1' });
    expect(await screen.findByRole('link', { name: '1 case needs attention' })).toBeTruthy();
    expect(screen.queryByRole('article', { name: 'Redemption ··7890' })).toBeNull();
  });

  it('is marked as outdated when the server can’t be reached', async () => {
    const { events, server } = openCases([caseOf('c1')]);
    await screen.findByRole('article');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    events.tell({ kind: 'attention', id: 'c1' });
    expect(await screen.findByText(/^Last updated/)).toBeTruthy();
    expect(screen.getByText('The server did not respond. Check the network and try again.')).toBeTruthy();
    expect(server.requests.some(({ name }) => name === 'attention')).toBe(true);
  });
});

describe('a decision', () => {
  it('to match requires choosing one of several rows, and a reason', async () => {
    const rows = [
      exampleRow('0000123'),
      exampleRow('0000124', { amount: 2_500 }),
      exampleRow('0000125', { type: 'authorization' }),
    ];
    const { user, card, dialog, decisions } = openCases([caseOf('c1', { candidates: rows })]);
    await user.click((await card('Redemption ··7890')).getByRole('button', { name: 'Match this transaction' }));
    const asked = await dialog('Match this transaction');
    expect(asked.getAllByRole('radio')).toHaveLength(2);
    await user.click(asked.getByRole('button', { name: 'Match this transaction' }));
    expect(decisions()).toEqual([]);
    await user.click(asked.getByRole('radio', { name: /0000124/ }));
    await user.type(asked.getByLabelText('Reason'), 'Customer has the goods');
    await user.click(asked.getByRole('button', { name: 'Match this transaction' }));
    const said = await screen.findByText('Matched. The redemption is confirmed.');
    expect(decisions()).toEqual([{ action: 'attach', reason: 'Customer has the goods', transactionId: '0000124' }]);
    expect(screen.queryByRole('article')).toBeNull();
    expect(said.parentElement).toBe(document.activeElement);
  });

  it('needs no choice if there is only one row', async () => {
    const { user, card, dialog, decisions } = openCases([caseOf('c1', { candidates: [exampleRow('0000123')] })]);
    await user.click((await card('Redemption ··7890')).getByRole('button', { name: 'Refund this transaction' }));
    const asked = await dialog('Refund this transaction');
    await user.type(asked.getByLabelText('Reason'), 'Paid in cash{Enter}');
    await waitFor(() =>
      expect(decisions()).toEqual([
        { action: 'refund', reason: 'Paid in cash', transactionId: '0000123', refundId: expect.any(String) },
      ]),
    );
  });

  it('needs the issuer’s transaction ID if the issuer did not show the row', async () => {
    const { user, card, dialog, decisions } = openCases([
      caseOf('c1', { candidates: [exampleRow('a1', { type: 'authorization' })] }),
    ]);
    await user.click((await card('Redemption ··7890')).getByRole('button', { name: 'Match this transaction' }));
    const asked = await dialog('Match this transaction');
    await user.type(asked.getByLabelText('Issuer’s transaction ID'), '0000999');
    await user.type(asked.getByLabelText('Reason'), 'The issuer said so{Enter}');
    await waitFor(() =>
      expect(decisions()).toEqual([{ action: 'attach', reason: 'The issuer said so', transactionId: '0000999' }]),
    );
  });

  it('needs no row for a late capture', async () => {
    const late = caseOf('c1', { kind: 'late', state: 'late_capture', actions: ['attach', 'refund'] });
    const { user, card, dialog, decisions } = openCases([late]);
    await user.click((await card('Redemption ··7890')).getByRole('button', { name: 'Keep as redeemed' }));
    const asked = await dialog('Keep as redeemed');
    await user.type(asked.getByLabelText('Reason'), 'No other payment{Enter}');
    expect(await screen.findByText('Kept as redeemed.')).toBeTruthy();
    expect(decisions()).toEqual([{ action: 'attach', reason: 'No other payment' }]);
  });

  it.each([
    ['row-found', 409, /Match it, or refund it/],
    ['too-early', 409, /Wait a few minutes/],
    ['case-moved', 409, /This case has changed/],
    ['issuer-unclear', 503, /could not be read/],
    ['search-unproved', 503, /list kept changing or was too long/],
  ] as const)('refused with %s shows the reason and changes nothing', async (code, status, words) => {
    const { user, card, dialog } = openCases([caseOf('c1')], () => refused(status, code));
    await user.click((await card('Redemption ··7890')).getByRole('button', { name: 'Mark as not redeemed' }));
    const asked = await dialog('Mark as not redeemed');
    await user.type(asked.getByLabelText('Reason'), 'Nothing on the slip{Enter}');
    expect(await asked.findByText(words)).toBeTruthy();
    expect(screen.getByRole('article', { name: 'Redemption ··7890' })).toBeTruthy();
  });

  it('to refund that failed is reported as failed, with the current state', async () => {
    const late = caseOf('c1', { kind: 'late', state: 'late_capture', actions: ['attach', 'refund'] });
    const { user, card, dialog } = openCases([late], () => refused(409, 'not-refundable'));
    await user.click((await card('Redemption ··7890')).getByRole('button', { name: 'Refund' }));
    const asked = await dialog('Refund');
    await user.type(asked.getByLabelText('Reason'), 'Paid in cash{Enter}');
    expect(await asked.findByText(/The issuer refunded nothing/)).toBeTruthy();
  });

  it('is reported if it does not end the case', async () => {
    const { user, card, dialog } = openCases([caseOf('c1')], () =>
      ok({ item: caseOf('c1', { state: 'unknown', actions: [] }) }),
    );
    await user.click((await card('Redemption ··7890')).getByRole('button', { name: 'Mark as not redeemed' }));
    const asked = await dialog('Mark as not redeemed');
    await user.type(asked.getByLabelText('Reason'), 'Nothing on the slip{Enter}');
    expect(await screen.findByText('The case is not closed yet. It stays on the list.')).toBeTruthy();
  });
});

describe('the page of cases', () => {
  it('is not available to a cashier', async () => {
    const { server } = renderApp({ role: 'cashier', path: '/today', answers: {} });
    expect(await screen.findByText('Your role does not allow this. Ask a manager.')).toBeTruthy();
    expect(server.requests.some(({ name }) => name === 'attention')).toBe(false);
  });
});
