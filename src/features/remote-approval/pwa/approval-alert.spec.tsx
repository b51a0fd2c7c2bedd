import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { setQuiet } from '../../../pwa/shell/sound.ts';
import { ShopContext } from '../../../pwa/shell/use-session.ts';
import { installDialogs } from '../../../pwa/testing/dialogs.ts';
import { EXAMPLE_SHOP, sgd } from '../../../pwa/testing/examples.ts';
import { fetchPageMessages } from '../../../pwa/words/page-words.ts';
import { MessagesProvider } from '../../../pwa/words/words.tsx';
import type { OpenApproval } from '../contract/open-approval.ts';
import { ApprovalAlert } from './approval-alert.tsx';
import { openApprovalsQuery } from './queries.ts';

const vibrate = vi.fn<(pattern: number[]) => boolean>(() => true);

const request = (id: string, change: Partial<OpenApproval> = {}): OpenApproval => ({
  id,
  kind: 'tender',
  person: 'Ana',
  device: 'Till 1',
  worth: sgd(2_000),
  cards: null,
  last4: '7890',
  reason: null,
  limit: { kind: 'typed', above: 1_000, way: 'manager' },
  version: `version of ${id}`,
  expiresAt: '2999-01-01T00:00:00Z',
  ...change,
});

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
const wait = (...waiting: readonly OpenApproval[]) =>
  act(async () => void client.setQueryData(openApprovalsQuery.queryKey, [...waiting]));

async function open(path: string): Promise<void> {
  history.replaceState(null, '', path);
  await fetchPageMessages('approval', 'en');
  await fetchPageMessages('remote-approval', 'en');
  await wait();
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <MessagesProvider>
          <ShopContext value={EXAMPLE_SHOP}>
            <Suspense>
              <ApprovalAlert />
            </Suspense>
          </ShopContext>
        </MessagesProvider>
      </QueryClientProvider>,
    );
  });
}

beforeAll(() => {
  installDialogs();
  setQuiet(false);
  Object.assign(navigator, { vibrate });
});
afterEach(() => {
  cleanup();
  vibrate.mockClear();
});

afterAll(() => void Reflect.deleteProperty(navigator, 'vibrate'));

it('the approval alert shows a request of a till over any page, with one sound, its amount, voucher and rule', async () => {
  await open('/people');
  expect(screen.queryByRole('dialog')).toBeNull();
  await wait(request('a'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Waiting for a manager' }));
  expect(dialog.getByText(/Redemption · SGD.20\.00/).tagName).toBe('P');
  expect(dialog.getByText('Voucher ··7890').tagName).toBe('P');
  expect(dialog.getByText(/Number typed by hand: above SGD.10\.00, a manager has to approve\./).tagName).toBe('P');
  await wait(request('a'));
  expect(vibrate).toHaveBeenCalledTimes(1);
});

it('the approval alert opens for another request after it was closed, but not for the same request', async () => {
  await open('/people');
  await wait(request('a'));
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await wait(request('a'), request('b'));
  await screen.findByRole('dialog');
  expect(vibrate).toHaveBeenCalledTimes(2);
});

it('the approval alert makes only a sound on the page that lists the request', async () => {
  await open('/today');
  await wait(request('a'));
  await waitFor(() => expect(vibrate).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});
