import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serverReach } from '../../api/live.ts';
import { renderApp } from '../../testing/render-app.tsx';

const CODE = '1234567890';
afterEach(() => {
  vi.restoreAllMocks();
  serverReach.answered();
});

describe('the header', () => {
  it('shows offline and the time of the last response if a proxy responds instead of the server', async () => {
    const { user } = renderApp({ role: 'cashier', answers: { check: () => ({ status: 502, body: undefined }) } });
    expect(await screen.findByText('online')).toBeDefined();
    await user.type(await screen.findByLabelText('Voucher number'), `${CODE}{Enter}`);
    expect(await screen.findByText('offline')).toBeDefined();
    expect(screen.getByText(/last response at/)).toBeDefined();
    expect(navigator.onLine).toBe(true);
    expect(screen.getByText(/The server is not responding/)).toBeDefined();
  });

  it('shows online while the server responds, even if the browser reports no network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    renderApp({ role: 'cashier', answers: {} });
    expect(await screen.findByText('online')).toBeDefined();
    expect(screen.queryByText(/you can’t redeem/)).toBeNull();
  });
});
