import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../../contract/access/people.ts';
import { SETTINGS } from '../../../pwa/testing/examples.ts';
import { type Answers, ok, refused } from '../../../pwa/testing/fake-server.ts';
import { renderApp } from '../../../pwa/testing/render-app.tsx';
import type { ActivationState, ActivationView, RangeState, RangeView } from '../contract/activation.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const AT = '2026-11-21T07:00:00Z';

function rangeOf(start: string, end: string, state: RangeState, change: Partial<RangeView> = {}): RangeView {
  const count = Number(end) - Number(start) + 1;
  const plain = {
    activationId: null,
    refusal: null,
    changedAt: AT,
    canDeactivate: false,
    deactivation: null,
    decision: null,
    half: false,
  };
  return { start, end, count, state, ...plain, ...change };
}

function activationOf(
  state: ActivationState,
  ranges: RangeView[],
  change: Partial<ActivationView> = {},
): ActivationView {
  const stopReason = state === 'stopped' ? 'asked' : null;
  return {
    id: 'a1',
    state,
    ranges,
    stopReason,
    createdAt: AT,
    changedAt: AT,
    person: 'Ana',
    device: 'Till 2',
    ...change,
  };
}

function open(answers: Answers, { role = 'stock', path = '/activate' }: { role?: Role; path?: string } = {}) {
  return renderApp({
    role,
    path,
    answers: { myActivations: () => ok([]), settings: () => ok(SETTINGS), ...answers },
  });
}

/** Fills the range at hand. Keys that come this fast would be a scanner's. */
async function fill(start: string, end: string, count: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('First number'), { target: { value: start } });
  fireEvent.change(screen.getByLabelText('Last number'), { target: { value: end } });
  fireEvent.change(screen.getByLabelText('Number of cards counted'), { target: { value: count } });
}

const mainButton = (name: string) => screen.findByRole('button', { name });

describe('the list to activate', () => {
  it('requires the PIN above the shop’s limit, and reports a wrong PIN', async () => {
    const { user, server } = open({ putActivation: () => refused(401, 'wrong-pin', { attemptsLeft: 7 }) });
    await fill('000001', '000101', '101');
    fireEvent.change(await screen.findByLabelText('Your PIN'), { target: { value: '112358' } });
    await user.click(await mainButton('Activate 101 cards'));
    expect(await screen.findByText('Wrong PIN. 7 attempts left.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Your PIN').value).toBe('');
    const put = server.requests.find(({ name }) => name === 'putActivation');
    expect(put?.body).toEqual({ ranges: [{ start: '000001', end: '000101', count: 101 }], pin: '112358' });
  });

  it('names the cards that belong to another activation', async () => {
    const overlaps = [{ range: 0, start: '000005', end: '000010', person: 'Ben', at: AT }];
    const { user } = open({ putActivation: () => refused(409, 'ranges-overlap', { overlaps }) });
    await fill('000001', '000009', '9');
    expect(screen.queryByLabelText('Your PIN')).toBeNull();
    await user.click(await mainButton('Activate 9 cards'));
    expect(await screen.findByText(/^Ben already requested the activation of 000005 to 000010 on /)).toBeTruthy();
  });

  it('checks a count when its field is left, and keeps the field and the focus after a typing error', async () => {
    const { user } = open({});
    await user.click(await screen.findByRole('button', { name: 'Import a list' }));
    fireEvent.change(await screen.findByLabelText('List'), { target: { value: '000101 000106\n000104 000109' } });
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add to list' }));
    const list = within(screen.getByRole('region', { name: 'Ranges to activate' }));
    expect(list.getByText('9 cards')).toBeTruthy();
    const [count] = list.getAllByLabelText<HTMLInputElement>('Number of cards counted');
    if (!count) throw new Error('there is no field');
    count.focus();
    fireEvent.change(count, { target: { value: '6' } });
    expect(list.queryByText('The count matches.')).toBeNull();
    fireEvent.change(count, { target: { value: '61' } });
    expect(document.activeElement).toBe(count);
    fireEvent.keyDown(count, { key: 'Enter' });
    expect(list.getByText('You counted 61, but these numbers cover 6 cards.')).toBeTruthy();
    fireEvent.change(count, { target: { value: '6' } });
    expect(list.queryByText(/^You counted/)).toBeNull();
    fireEvent.blur(count);
    expect(list.getByText('The count matches.')).toBeTruthy();
    expect(list.getByRole<HTMLButtonElement>('button', { name: 'Activate 9 cards' }).disabled).toBe(true);
    await user.click(list.getByRole('button', { name: 'Remove 000104 to 000109 from the list' }));
    expect(document.activeElement).toBe(list.getByRole('button', { name: 'Remove 000101 to 000106 from the list' }));
    expect(list.getByRole<HTMLButtonElement>('button', { name: 'Activate 6 cards' }).disabled).toBe(false);
  });

  it('is not available to cashiers', async () => {
    open({}, { role: 'cashier' });
    expect(await screen.findByText('Your role does not allow this. Ask a manager.')).toBeTruthy();
  });
});

describe('the latest activations', () => {
  it.each([
    ['stock', 'My latest activations', undefined],
    ['manager', 'Everyone’s latest activations', '1'],
  ] as const)('are listed for a %s under “%s”', async (role, name, all) => {
    const { server } = open(
      { myActivations: () => ok([activationOf('done', [rangeOf('000101', '000105', 'done')])]) },
      { role },
    );
    const latest = within(await screen.findByRole('region', { name }));
    const link = await latest.findByRole('link', { name: /5 cards · 000101 to 000105/ });
    expect(link.textContent?.includes('Ana')).toBe(role === 'manager');
    expect(server.requests.find((request) => request.name === 'myActivations')?.query?.['all']).toBe(all);
  });
});

describe('an activation', () => {
  /** Renders an activation; `becomes` is its state after an action. */
  function show(view: ActivationView, becomes: ActivationView = view, role: Role = 'stock') {
    let now = view;
    const changed = () => ok((now = becomes));
    const answers = { activation: () => ok(now), resumeActivation: changed, deactivate: changed };
    return open(answers, { role, path: '/activate/a1' });
  }

  it('shows the outcome of each range, even if unknown or unsent, and the issuer’s message', async () => {
    const refusal = { reason: 'void', issuerCode: 'ERV0006', issuerText: null } as const;
    show(
      activationOf('unknown', [
        rangeOf('000101', '000150', 'done', { activationId: '1795' }),
        rangeOf('000151', '000160', 'unknown'),
        rangeOf('000604', '000604', 'refused', { refusal }),
      ]),
    );
    const certificate = within(await screen.findByRole('article', { name: 'Activation certificate' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('50 of 61 cards are active');
    expect(certificate.getByText('Not confirmed: 10 cards · 000151 to 000160')).toBeTruthy();
    expect(certificate.getByText(/^Not completed: 1 card/)).toBeTruthy();
    expect(certificate.getByText(/Issuer’s reference: 1795/)).toBeTruthy();
    expect(certificate.getByText(/^The response was lost\./)).toBeTruthy();
    expect(certificate.getByText('Issuer’s message: Cancelled (Issuer code ERV0006)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
  });

  it('resends an unknown range only when a person requests it', async () => {
    const first = rangeOf('1', '5', 'done');
    const { user, server } = show(
      activationOf('unknown', [first, rangeOf('6', '9', 'unknown')]),
      activationOf('done', [first, rangeOf('6', '9', 'done')]),
    );
    await user.click(await mainButton('Send 6 to 9 again'));
    expect(await screen.findByText('All of these cards are active.')).toBeTruthy();
    expect(server.requests.filter(({ name }) => name === 'resumeActivation')).toMatchObject([
      { body: { ranges: [1] } },
    ]);
  });

  it('is deactivated range by range by a manager, with a reason', async () => {
    const done = rangeOf('1', '5', 'done', { canDeactivate: true });
    const deactivation = { person: 'Ana', reason: 'Stolen', at: AT, refusal: null };
    const { user, server } = show(
      activationOf('done', [done]),
      activationOf('unknown', [{ ...done, state: 'deactivation_unknown', deactivation }]),
      'manager',
    );
    await user.click(await mainButton('Deactivate 1 to 5'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate these cards?' }));
    await user.type(dialog.getByLabelText('Reason'), 'Stolen{Enter}');
    expect(await screen.findByText('Deactivation not confirmed')).toBeTruthy();
    expect(server.requests.filter(({ name }) => name === 'deactivate')).toMatchObject([
      { body: { range: 0, reason: 'Stolen' } },
    ]);
  });

  it('does not offer deactivation to stock staff, but a QR code for a manager', async () => {
    show(activationOf('done', [rangeOf('1', '5', 'done', { canDeactivate: true })]));
    await screen.findByText('All of these cards are active.');
    expect(screen.queryByRole('button', { name: /^Deactivate/ })).toBeNull();
    expect(screen.getByText(/^Wrong cards\? A manager can deactivate them/)).toBeTruthy();
    expect(screen.getByRole('img', { name: 'QR code that opens this activation on a manager’s device' })).toBeTruthy();
    expect(screen.getByText(/^http:\/\/localhost/)).toBeTruthy();
  });

  it('is labelled as deactivated, and not as incomplete', async () => {
    show(activationOf('deactivated', [rangeOf('1', '5', 'deactivated')]));
    expect(await screen.findByText('All of these cards were deactivated.')).toBeTruthy();
    expect(screen.getByText('Deactivated: 5 cards · 1 to 5')).toBeTruthy();
    expect(screen.queryByText(/^Not completed/)).toBeNull();
  });

  it('is not found if it belongs to another person', async () => {
    open({ activation: () => refused(404, 'not-found') }, { path: '/activate/a1' });
    expect(await screen.findByText('This activation was not found, or it belongs to another person.')).toBeTruthy();
  });
});
