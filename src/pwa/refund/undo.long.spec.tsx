import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TenderView } from '../../contract/redemption/tender.ts';
import { queryClient } from '../api/live.ts';
import { checkOf, exampleTender, refundOf } from '../testing/examples.ts';
import { type Answers, type FakeAnswer, ok, refused } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000 - 1_000).toISOString();

/**
 * The till of Ana, who redeemed SGD 30.00 a moment ago.
 *
 * `put` is the server's answer to a refund, `asked` its answer to a later query.
 */
function openTill(options: {
  put?: (id: string) => FakeAnswer;
  asked?: (id: string) => FakeAnswer;
  tender?: Partial<TenderView>;
  manager?: boolean;
}) {
  let tender = exampleTender('t1', 'captured', { canUndoUntil: inMinutes(5), ...options.tender });
  const settle = (answer: FakeAnswer): FakeAnswer => {
    const isDone = (answer.body as { state?: string }).state === 'refunded';
    if (isDone) tender = { ...tender, state: 'refunded', canUndoUntil: null, changedAt: '2026-11-21T07:01:01Z' };
    return answer;
  };
  const answers: Answers = {
    myTenders: () => ok([tender]),
    tender: () => ok(tender),
    check: () => ok(checkOf()),
    putTender: (_, id) => {
      tender = { ...tender, id };
      return ok(tender, 201);
    },
    putRefund: (_, id) => settle((options.put ?? ((own) => ok(refundOf(own, 'refunded'), 201)))(id)),
    refund: (_, id) => settle((options.asked ?? (() => refused(404, 'not-found')))(id)),
  };
  const app = renderApp({ role: options.manager === true ? 'manager' : 'cashier', answers });
  const row = async () => {
    const [list] = await screen.findAllByRole('region', { name: 'My last ten redemptions' });
    if (list === undefined) throw new Error('the list is not there');
    return within(list);
  };
  return {
    ...app,
    row,
    puts: () => app.server.requests.filter(({ name }) => name === 'putRefund'),
    undo: async () => {
      await app.user.click(await (await row()).findByRole('button', { name: /^Undo/ }));
      return within(await screen.findByRole('dialog', { name: 'Refund to the voucher' }));
    },
  };
}

describe('undo in the list of a cashier’s last redemptions', () => {
  it('shows how long it is offered, asks why, and refunds the amount with one more tap', async () => {
    const { user, row, undo, puts } = openTill({});
    expect(await (await row()).findByText('for 5 minutes, until the next sale')).toBeTruthy();
    const dialog = await undo();
    expect(dialog.getByText('Voucher ··7890')).toBeTruthy();
    await user.click(dialog.getByRole('radio', { name: 'Wrong amount' }));
    await user.click(dialog.getByRole('button', { name: /^Refund SGD.30\.00/ }));
    await dialog.findByText('SGD 30.00 is back on the voucher.');
    expect(puts()).toMatchObject([{ body: { tenderId: 't1', reason: 'Wrong amount' } }]);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(await (await row()).findByText('Refunded')).toBeTruthy();
    expect((await row()).queryByRole('button', { name: /Undo/ })).toBeNull();
  });

  it('accepts a reason in the person’s own words, but not an empty one', async () => {
    const { user, undo, puts } = openTill({});
    const dialog = await undo();
    await user.click(dialog.getByRole('radio', { name: 'Other reason' }));
    await user.type(dialog.getByLabelText('Describe the reason'), '  ');
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    expect(puts()).toEqual([]);
    await user.type(dialog.getByLabelText('Describe the reason'), 'Counted twice');
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    await waitFor(() => expect(puts()).toMatchObject([{ body: { reason: 'Counted twice' } }]));
  });

  it('disappears when its time is up', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const { row } = openTill({});
    expect(await (await row()).findByText('for 5 minutes, until the next sale')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(4 * 60_000 + 29_000));
    expect((await row()).getByText('for 30 seconds, until the next sale')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(30_000));
    expect((await row()).queryByRole('button', { name: /Undo/ })).toBeNull();
  });

  it('shows our server’s reason for a refusal', async () => {
    const { user, undo } = openTill({ put: () => refused(403, 'undo-over') });
    const dialog = await undo();
    await user.click(dialog.getByRole('radio', { name: 'Wrong voucher' }));
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    expect(await dialog.findByText('Not refunded')).toBeTruthy();
    expect(dialog.getByText(/You can only undo your own last sale/)).toBeTruthy();
  });

  it('shows the issuer’s reason for a refusal, with its code', async () => {
    const { user, undo } = openTill({ put: (id) => ok(refundOf(id, 'declined')) });
    const dialog = await undo();
    await user.click(dialog.getByRole('radio', { name: 'Wrong voucher' }));
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    expect(await dialog.findByText(/Declined by the issuer\. Issuer code ERV0099/)).toBeTruthy();
  });

  it('stays unknown until the outcome is known, and the list shows it after the dialog was closed', async () => {
    let isBack = false;
    const { user, row, undo, events } = openTill({
      put: (id) => ok(refundOf(id, 'unknown')),
      asked: (id) => ok(refundOf(id, isBack ? 'refunded' : 'unknown')),
    });
    const dialog = await undo();
    await user.click(dialog.getByRole('radio', { name: 'Wrong amount' }));
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    await dialog.findByText(/Do not refund it again/);
    expect(document.body.textContent).not.toMatch(/fail|not refunded|error/i);
    await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body);
    expect(await (await row()).findByText('Checking refund')).toBeTruthy();
    expect((await row()).queryByRole('button', { name: /Undo/ })).toBeNull();
    isBack = true;
    events.tell({ kind: 'tender', id: 't1' });
    expect(await (await row()).findByText('Refunded')).toBeTruthy();
  });

  it('calls a manager when the outcome cannot be determined', async () => {
    const { user, undo } = openTill({
      put: (id) => ok(refundOf(id, 'manager')),
      asked: (id) => ok(refundOf(id, 'manager')),
    });
    const dialog = await undo();
    await user.click(dialog.getByRole('radio', { name: 'Wrong amount' }));
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    expect(await dialog.findByText('Still not confirmed: call a manager')).toBeTruthy();
  });
});

describe('the dialog for a refund', () => {
  it('is closed when the till is locked, because the next person has not requested it', async () => {
    const { undo, row } = openTill({});
    await undo();
    act(() => void queryClient.setQueryData(['session'], null));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await act(() => queryClient.invalidateQueries({ queryKey: ['session'] }));
    expect(await (await row()).findByRole('button', { name: /^Undo/ })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('undo on the verdict', () => {
  it('stops the countdown, and the verdict then shows that the amount was refunded', async () => {
    const { user } = openTill({});
    await user.type(await screen.findByRole('textbox', { name: 'Voucher number' }), '1234567890{Enter}');
    await user.click(await screen.findByRole('button', { name: /^Redeem all SGD/ }));
    await screen.findByRole('heading', { name: 'Redeemed' });
    const cover = within(screen.getByRole('region', { name: 'Redeemed' }));
    await user.click(cover.getByRole('button', { name: /^Undo/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('radio', { name: 'Customer changed their mind' }));
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    expect(await screen.findByRole('heading', { name: 'Refunded' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a manager', () => {
  it('refunds a redemption of their own list after the time for undoing', async () => {
    const { user, row, puts } = openTill({ manager: true, tender: { canUndoUntil: null } });
    await user.click(await (await row()).findByRole('button', { name: 'Refund' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('radio', { name: 'Wrong amount' }));
    await user.click(dialog.getByRole('button', { name: /^Refund SGD/ }));
    await dialog.findByText('SGD 30.00 is back on the voucher.');
    expect(puts()).toHaveLength(1);
  });
});
