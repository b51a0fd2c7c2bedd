import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role, Session } from '../contract/access/people.ts';
import { FRAME_ADDRESS } from '../contract/platform/frame-address.ts';
import type { TenderState } from '../contract/redemption/tender.ts';
import { saveLastShop } from './api/last-shop.ts';
import { queryClient } from './api/live.ts';
import { App } from './app.tsx';
import { loadDeviceTill, loadOpenTill, loadRedeem, loadUnlock } from './preload.ts';
import { checkOf, EXAMPLE_SHOP, exampleTender } from './testing/examples.ts';
import { installFakeEvents } from './testing/fake-events.ts';
import { type FakeAnswer, installFakeServer, ok, refused } from './testing/fake-server.ts';
import { installIndexedDb } from './testing/indexed-db.ts';

/* Code that a till loads later is loaded before the tests, so that loading takes none of their
   time. */
await Promise.all([loadUnlock(), loadOpenTill(), loadDeviceTill(), loadRedeem()]);

/** A machine that is busy with something else can stall a page for seconds. */
configure({ asyncUtilTimeout: 20_000 });

const ANA = { id: 'p1', name: 'Ana', role: 'cashier' } as const;
const sessionOf = (role: Role = 'cashier'): Session => ({
  person: { ...ANA, role },
  expiresAt: '2026-11-21T10:00:00Z',
});

beforeEach(() => {
  installIndexedDb();
  localStorage.clear();
  queryClient.clear();
  history.replaceState(null, '', '/');
  // Without a camera, as on a plain address: codes are typed.
  vi.stubGlobal('isSecureContext', false);
  installFakeEvents();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The app on an enrolled till where Ana signs in with 274915. */
function openTill(options: { signedIn?: Session; put?: () => FakeAnswer; state?: TenderState } = {}) {
  let session: Session | null = options.signedIn ?? null;
  const server = installFakeServer({
    shop: () => ok(EXAMPLE_SHOP),
    people: () => ok([ANA]),
    session: () => (session === null ? refused(401, 'signed-out') : ok(session)),
    signIn: (body) => {
      if ((body as { pin: string }).pin !== '274915') return refused(401, 'wrong-pin', { attemptsLeft: 4 });
      session = sessionOf();
      return ok(session);
    },
    signOut: () => {
      session = null;
      return ok(undefined, 204);
    },
    myTenders: () => ok([]),
    check: () => ok(checkOf()),
    putTender: (_, id) => options.put?.() ?? ok(exampleTender(id, options.state ?? 'captured')),
    tender: (_, id) => ok(exampleTender(id, options.state ?? 'captured')),
  });
  render(<App />);
  const user = userEvent.setup();
  const puts = () => server.requests.filter(({ name }) => name === 'putTender');
  let readingMs = 0;
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => performance.now() + readingMs);
  const scan = async () => {
    // Twenty dollars more than the voucher holds.
    await user.type(await screen.findByRole('textbox', { name: 'Voucher number' }), '70.00{Enter}');
    readingMs += 1_000;
    await user.click(await screen.findByRole('button', { name: /^Amount due: SGD.70\.00/ }));
    await user.type(await screen.findByRole('textbox', { name: 'Voucher number' }), '1234567890{Enter}');
    const redeem = await screen.findByRole('button', { name: /^Redeem SGD/ });
    /* A person reads before the next key; a second Enter at once would be that of a scanner that
       sends two. */
    readingMs += 1_000;
    return redeem;
  };
  return { user, server, puts, scan };
}

describe('signing in', () => {
  it('needs a name and a PIN, and shows the number of attempts left', async () => {
    const { user } = openTill();
    await user.click(await screen.findByRole('button', { name: /Ana/ }));
    for (const digit of '111222') await user.click(screen.getByRole('button', { name: digit }));
    await screen.findByText('Wrong PIN. 4 attempts left.');
    await user.click(screen.getByLabelText('PIN for Ana'));
    await user.paste('274915');
    expect(await screen.findByRole('textbox', { name: 'Voucher number' })).toBeTruthy();
  });

  it('is required again when the server ends the session, and the voucher on the screen stays', async () => {
    const { user, scan } = openTill({ signedIn: sessionOf() });
    await scan();
    act(() => {
      queryClient.setQueryData(['session'], null);
    });
    await screen.findByText('The sale on screen is saved.');
    await user.click(await screen.findByRole('button', { name: /Ana/ }));
    await user.click(screen.getByLabelText('PIN for Ana'));
    await user.paste('274915');
    expect(await screen.findByRole('button', { name: /^Redeem SGD/ })).toBeTruthy();
  });

  it('does not enrol an unknown device, even if the last known shop was a training shop', async () => {
    saveLastShop(localStorage, { ...EXAMPLE_SHOP, practice: true });
    const server = installFakeServer({
      shop: () => refused(500, 'internal'),
      session: () => refused(401, 'not-enrolled'),
      people: () => refused(401, 'not-enrolled'),
    });
    render(<App />);
    await screen.findByRole('heading', { name: 'Sign in' });
    await screen.findByRole('button', { name: 'Try again' });
    expect(server.requests.map(({ name }) => name)).not.toContain('practice');
  });

  it('joins a frame with a manager’s code, even in a training shop without set-up', async () => {
    history.replaceState(null, '', FRAME_ADDRESS);
    installFakeServer({ shop: () => ok({ ...EXAMPLE_SHOP, practice: true, setUp: false, device: null }) });
    render(<App />);
    await userEvent.click(await screen.findByRole('button', { name: 'Enrol this device' }));
    expect(await screen.findByLabelText('Enrolment code')).toBeTruthy();
  });

  it('opens the activation of cards for stock staff', async () => {
    openTill({ signedIn: sessionOf('stock') });
    expect(await screen.findByRole('heading', { name: 'Activate cards' })).toBeTruthy();
  });
});

describe('the navigation', () => {
  it('moves the focus to a page’s title even if the person moves on before the first page is drawn', async () => {
    history.replaceState(null, '', '/printers');
    const { user } = openTill({ signedIn: sessionOf('manager') });
    await user.click((await screen.findAllByRole('link', { name: 'Redeem' }))[0] as HTMLElement);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Redeem' })));
  });
});

describe('redeeming', () => {
  it('needs at most two actions after a scan, because Enter redeems the suggested amount', async () => {
    const { user, puts, scan } = openTill({ signedIn: sessionOf() });
    await scan();
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Redeemed' });
    expect(puts()).toMatchObject([{ body: { code: '1234567890', amount: 5_000, currency: 'SGD' } }]);
  });

  it('uses another amount when digits are typed on the panel', async () => {
    const { user, puts, scan } = openTill({ signedIn: sessionOf() });
    await scan();
    await user.click(screen.getByRole('button', { name: 'Change the amount' }));
    for (const key of ['1', '2', 'Decimal point']) await user.click(screen.getByRole('button', { name: key }));
    await user.click(screen.getByRole('button', { name: /^Redeem SGD.12\.00/ }));
    await waitFor(() => expect(puts()).toMatchObject([{ body: { amount: 1_200 } }]));
  });

  it('shows the other till if the voucher is being redeemed there', async () => {
    const { user, scan } = openTill({
      signedIn: sessionOf(),
      put: () => refused(409, 'voucher-open', { device: 'Till 3', since: '2026-11-21T07:00:00Z' }),
    });
    await scan();
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'In use on another till' });
    expect(screen.getByText(/On Till 3 since 15:00/)).toBeTruthy();
  });

  it('shows that a manager has put the voucher on hold, and advises the cashier to call a manager', async () => {
    const { user, scan } = openTill({
      signedIn: sessionOf(),
      put: () => refused(409, 'voucher-held', { since: '2026-11-21T07:00:00Z' }),
    });
    await scan();
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'On hold: call a manager' });
    expect(screen.getByText(/Take another payment for now/)).toBeTruthy();
  });

  it('never reports an unknown redemption as failed', async () => {
    const { user, scan } = openTill({ signedIn: sessionOf(), state: 'unknown' });
    await scan();
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: /Do not redeem again/ });
    expect(document.body.textContent).not.toMatch(/fail|not redeemed|error/i);
    expect(screen.getByText(/We usually know within a few minutes/)).toBeTruthy();
  });

  it('never shows a ref in the title or the address', async () => {
    const { user, scan } = openTill({ signedIn: sessionOf() });
    await scan();
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Redeemed' });
    expect(`${document.title} ${location.href}`).not.toContain('1234567890');
    expect(document.body.textContent).not.toContain('1234567890');
  });
});
