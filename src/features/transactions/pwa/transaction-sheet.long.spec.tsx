import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ok } from '../../../pwa/testing/fake-server.ts';
import { renderApp } from '../../../pwa/testing/render-app.tsx';
import type { Line } from '../contract/transaction.ts';
import { exampleLine, exampleTotals } from './testing/example-lines.ts';

const alone = exampleLine('auth', { type: 'authorization' });
const joined: Line = { row: exampleLine('capture').row, authorization: alone.row };

/**
 * Opens the sheet of an authorization whose details are on their way, and opens *Put on hold*.
 * `join` joins its row with the capture; `arrive` delivers the details.
 */
async function openHold() {
  let listed: readonly Line[] = [alone];
  const { user, server } = renderApp({
    role: 'manager',
    path: '/transactions',
    answers: {
      transactionLines: () => ok({ lines: listed, next: null }),
      transactionTotals: () => ok(exampleTotals(listed)),
      transactionDetail: () =>
        ok({ line: joined, records: [], tender: null, refund: null, attempts: null, evidence: [] }),
    },
  });
  let arrive = () => undefined as void;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const fetchNow = fetch as (url: string, init?: RequestInit) => Promise<Response>;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('/look')) await arrival;
    return fetchNow(url, init);
  });
  await user.click(await screen.findByRole('button', { name: /^Open Authorization/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Transaction' });
  await user.click(await within(sheet).findByRole('button', { name: 'Put on hold' }));
  const reason = await screen.findByLabelText('Reason');
  fireEvent.change(reason, { target: { value: 'Stolen' } });
  return {
    user,
    sheet,
    reason,
    arrive: () => arrive(),
    list: (lines: readonly Line[]) => {
      listed = lines;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    holds: () => server.requests.flatMap(({ name, body }) => (name === 'putHold' ? [body] : [])),
  };
}

it('the sheet keeps the typed text of a dialog when the details arrive', async () => {
  const { user, sheet, reason, arrive, holds } = await openHold();
  const hasEverHidden = vi.fn<() => void>();
  const observer = new MutationObserver(() => document.querySelector('[style*="display: none"]') && hasEverHidden());
  observer.observe(document.body, { attributes: true, subtree: true });
  arrive();
  expect(await within(sheet).findByText(/^Redemption · /)).toBeTruthy();
  observer.disconnect();
  expect(hasEverHidden).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(reason);
  await user.click(
    within(screen.getByRole('dialog', { name: 'Put on hold' })).getByRole('button', { name: 'Put on hold' }),
  );
  await waitFor(() => expect(holds()).toEqual([{ transactionId: 'auth', reason: 'Stolen' }]));
});

it('the sheet keeps a dialog open when its line leaves the list before the details arrive', async () => {
  const { reason, list } = await openHold();
  list([]);
  await screen.findByText('No transactions in this period');
  expect(document.activeElement).toBe(reason);
});
