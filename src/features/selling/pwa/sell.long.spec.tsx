import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Role } from '../../../contract/access/people.ts';
import { queryClient } from '../../../pwa/api/live.ts';
import { EXAMPLE_SHOP } from '../../../pwa/testing/examples.ts';
import { type Answers, ok, refused } from '../../../pwa/testing/fake-server.ts';
import { renderApp } from '../../../pwa/testing/render-app.tsx';
import type { IssuedVoucherView, IssueView } from '../contract/issue.ts';

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const PRODUCT = {
  code: 'GIFT10',
  name: 'Ten dollars',
  openValue: false,
  worth: { amount: 1000, currency: 'SGD' },
  singleUse: false,
  description: 'In any shop',
  terms: 'One per lookup',
};

const voucher = (number: number): IssuedVoucherView => ({
  code: null,
  last4: `000${number}`.slice(-4),
  voucherId: null,
  name: null,
  productName: 'Ten dollars',
  remaining: { amount: 1000, currency: 'SGD' },
  status: 'active',
  expires: null,
  url: null,
  shortUrl: null,
  pin: null,
  sent: null,
  released: null,
});

function issueOf(change: Partial<IssueView> = {}): IssueView {
  return {
    id: ID,
    state: 'done',
    productCode: 'GIFT10',
    productName: 'Ten dollars',
    quantity: 2,
    faceValue: null,
    clientReference: null,
    issued: 2,
    remainder: 0,
    refusal: null,
    stopReason: null,
    printed: 0,
    lastPrint: null,
    takenBack: null,
    createdAt: '2026-11-21T07:00:00Z',
    changedAt: '2026-11-21T07:00:01Z',
    person: 'Ana',
    device: 'Till 2',
    vouchers: [voucher(1), voucher(2)],
    ...change,
  };
}

const printed = (issue: IssueView): IssueView => ({
  ...issue,
  printed: issue.issued,
  lastPrint: { at: '2026-11-21T07:05:00Z', person: 'Ana' },
  vouchers: issue.vouchers.map((one) => ({
    ...one,
    released: { channel: 'print', at: '2026-11-21T07:05:00Z', person: 'Ana' },
  })),
});

function open(path: string, answers: Answers, role: Role = 'cashier') {
  return renderApp({
    role,
    path,
    answers: {
      shop: () => ok({ ...EXAMPLE_SHOP, sells: true }),
      products: () => ok([PRODUCT]),
      myIssues: () => ok([]),
      ...answers,
    },
  });
}

/* On a busy machine the first look at the page is mostly waiting for its files. */
beforeAll(() => import('./sell-routes.tsx'));

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'share');
  vi.unstubAllGlobals();
});

it('an order is sent once with its own id, and its page shows its state', async () => {
  const { user, server } = open('/sell', {
    product: () => ok(PRODUCT),
    putIssue: () => ok(issueOf(), 201),
    issue: () => ok(issueOf()),
  });
  await user.click(await screen.findByRole('button', { name: /Ten dollars/ }));
  await user.click(screen.getByText('Terms'));
  expect(screen.getByText('One per lookup')).toBeTruthy();
  const quantity = screen.getByLabelText('How many');
  await user.clear(quantity);
  await user.type(quantity, '25');
  expect(screen.getByText('Sent to the issuer in 2 requests.')).toBeTruthy();
  expect(screen.getByText('250.00')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Issue 25 vouchers of SGD.10\.00$/ }));
  expect(await screen.findByRole('heading', { name: '2 vouchers issued' })).toBeTruthy();
  expect(server.requests.filter(({ name }) => name === 'putIssue')).toEqual([
    { name: 'putIssue', body: { productCode: 'GIFT10', quantity: 25 } },
  ]);
});

it('a refusal by our server is shown, and another order can be started', async () => {
  const { user } = open('/sell', { product: () => ok(PRODUCT), putIssue: () => refused(404, 'not-sold-here') });
  await user.click(await screen.findByRole('button', { name: /Ten dollars/ }));
  await user.click(screen.getByRole('button', { name: /^Issue 1 voucher of SGD.10\.00$/ }));
  expect(await screen.findByText('This shop does not sell digital vouchers.')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Try again' }));
  expect(await screen.findByText('Sales appear here.')).toBeTruthy();
});

const STANDINGS: [Partial<IssueView>, string | RegExp][] = [
  [{ state: 'unknown', issued: 0, vouchers: [], remainder: 2 }, /^The issuer’s response was lost\./],
  [{ state: 'manager', issued: 0, vouchers: [], remainder: 2 }, /has not responded for a long time\. Call a manager/],
  [
    { state: 'stopped', stopReason: 'issuer-silent', remainder: 2 },
    'The issuer could not be reached. No request is in progress.',
  ],
  [{ state: 'stopped', stopReason: 'closed', remainder: 2 }, /^A manager closed the unanswered request/],
  [
    {
      state: 'declined',
      issued: 0,
      vouchers: [],
      refusal: { reason: 'issuer-declined', issuerCode: '400-0C6', issuerText: 'Over stock' },
    },
    'The issuer does not have that many in stock.',
  ],
  [
    {
      state: 'partly',
      remainder: 1,
      refusal: { reason: 'issuer-declined', issuerCode: '400-999', issuerText: 'Not today' },
    },
    'Not today',
  ],
];
it.each(STANDINGS)('a sale that is %j is described in words', async (change, words) => {
  open(`/sell/${ID}`, { issue: () => ok(issueOf(change)) });
  expect(await screen.findByText(words)).toBeTruthy();
});

it('another person’s sale is not found', async () => {
  open(`/sell/${ID}`, { issue: () => refused(404, 'not-found') });
  expect(await screen.findByText('This sale was not found, or it belongs to another person.')).toBeTruthy();
});

it('a voucher is masked until it is revealed, and its code is removed when the page is left', async () => {
  const { user, server } = open(`/sell/${ID}`, {
    issue: () => ok(issueOf()),
    showVoucher: () => ok({ ...voucher(1), code: 'SOLD1', voucherId: 'id-1', pin: '0042', position: 0, isCopy: false }),
  });
  await screen.findByText('··0001');
  await user.click(screen.getByRole('button', { name: 'Show voucher 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Voucher 1' });
  expect(server.requests.filter(({ name }) => name === 'showVoucher')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Show' }));
  expect(await within(dialog).findByText('SOLD1')).toBeTruthy();
  expect(within(dialog).getByText('0042')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Sell more vouchers' }));
  await screen.findByText('Sales appear here.');
  await waitFor(() =>
    expect(
      JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ state }) => state),
      ),
    ).not.toContain('SOLD1'),
  );
  expect(
    JSON.stringify(
      queryClient
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    ),
  ).not.toContain('SOLD1');
});

it('printed vouchers are printed again by a manager only, with a reason', async () => {
  const after = printed(issueOf());
  open(`/sell/${ID}`, { issue: () => ok(after) });
  expect(await screen.findByText(/by Ana\. A manager can print them again\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /print/i })).toBeNull();
  expect(screen.queryByRole('button', { name: /Show voucher/ })).toBeNull();
  cleanup();

  vi.stubGlobal('print', vi.fn());
  const paper = [1, 2].map((number) => ({
    ...voucher(number),
    code: `SOLD${number}`,
    voucherId: `id-${number}`,
    position: number - 1,
    isCopy: true,
  }));
  const { user, server } = open(
    `/sell/${ID}`,
    { issue: () => ok(after), printIssue: () => ok({ vouchers: paper }) },
    'manager',
  );
  await user.click(await screen.findByRole('button', { name: 'Print again' }));
  await user.type(screen.getByLabelText('Reason'), 'The printer jammed');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Print' }));
  expect(await screen.findByText('The sheet is ready to print.')).toBeTruthy();
  await waitFor(() => expect(window.print).toHaveBeenCalledOnce());
  expect(document.body.textContent).toContain('SOLD2');
  expect(screen.getAllByText('Copy')).toHaveLength(2);
  expect(server.requests.find(({ name }) => name === 'printIssue')?.body).toMatchObject({
    reason: 'The printer jammed',
  });
  await user.click(screen.getByRole('button', { name: 'Finished' }));
  expect(document.body.textContent).not.toContain('SOLD2');
});

it('a shop without credentials does not have the selling page', async () => {
  open('/sell', { shop: () => ok({ ...EXAMPLE_SHOP, sells: false }) });
  expect(await screen.findByText('Page not found')).toBeTruthy();
});

const LINK = 'https://vouchers.example/v/8f2c';

it('a voucher is sent by its own link, shared if the device can, and the PIN is sent separately', async () => {
  const share = vi.fn<(what: ShareData) => Promise<void>>(() => Promise.resolve());
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const { user, server } = open(`/sell/${ID}`, {
    issue: () => ok(issueOf()),
    sendVoucher: () => ok({ link: LINK, pin: '0042' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Send voucher 2' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText(LINK)).toBe(null);
  await user.click(dialog.getByRole('button', { name: 'Get the link' }));
  expect(await dialog.findByText(LINK)).toBeTruthy();
  expect(server.requests.filter(({ name }) => name === 'sendVoucher')).toMatchObject([{ body: { position: 1 } }]);
  expect(dialog.getByText(/PIN 0042/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Share' }));
  expect(share.mock.calls).toMatchObject([[{ url: LINK }]]);
  expect(JSON.stringify(share.mock.calls)).not.toContain('0042');
  const mail = dialog.getByRole('link', { name: 'E-mail' }).getAttribute('href') ?? '';
  expect(decodeURIComponent(mail)).toBe(`mailto:?subject=Your voucher&body=${LINK}`);
});

it('a device that cannot share has no share button, and a released voucher is sent again by a manager with a reason', async () => {
  const given = issueOf({
    vouchers: [{ ...voucher(1), released: { channel: 'send', at: '2026-11-21T07:05:00Z', person: 'Ana' } }],
  });
  const { user, server } = open(
    `/sell/${ID}`,
    { issue: () => ok(given), sendVoucher: () => ok({ link: LINK, pin: null }) },
    'manager',
  );
  expect(await screen.findByText(/^Sent .* by Ana$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send voucher 1' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'It did not arrive');
  await user.click(dialog.getByRole('button', { name: 'Get the link' }));
  expect(await dialog.findByText(LINK)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Share' })).toBe(null);
  expect(server.requests.find(({ name }) => name === 'sendVoucher')?.body).toMatchObject({
    reason: 'It did not arrive',
  });
});

it.each([
  ['send', /^Sent .* by Ana$/],
  ['show', /^Shown .* by Ana$/],
  ['print', 'Printed'],
  ['unknown', 'May have been given out before the restore'],
] as const)(
  'a cashier cannot release a voucher again after %s, but can release the next voucher',
  async (channel, text) => {
    const given = { ...voucher(1), released: { channel, at: '2026-11-21T07:05:00Z', person: 'Ana' } };
    open(`/sell/${ID}`, { issue: () => ok(issueOf({ vouchers: [given, voucher(2)] })) });
    await screen.findByText(text);
    const names = screen.getAllByRole('button', { name: /^(Send|Show) voucher/ });
    expect(names.map((button) => button.getAttribute('aria-label'))).toEqual(['Show voucher 2', 'Send voucher 2']);
  },
);
