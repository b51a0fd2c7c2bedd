import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal } from '../../../contract/voucher/refusal.ts';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import { checkOf } from '../../../pwa/testing/examples.ts';
import { ok } from '../../../pwa/testing/fake-server.ts';
import { renderApp } from '../../../pwa/testing/render-app.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function checkAtTill(change: Partial<CheckAnswer>) {
  const { user } = renderApp({ role: 'cashier', answers: { check: () => ok(checkOf(change)) } });
  await user.type(await screen.findByLabelText('Voucher number'), '1234567890{Enter}');
}

it('a checked voucher shows since when it is on hold', async () => {
  await checkAtTill({ held: { since: '2026-11-21T07:00:00Z' }, refusal: refusal('held') });
  expect(await screen.findByText(/^On hold since .*21/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Redeem/ })).toBeNull();
});

it('a checked voucher without a hold does not show a hold', async () => {
  await checkAtTill({});
  expect(await screen.findByText('Active')).toBeDefined();
  expect(screen.queryByText(/On hold/)).toBeNull();
});
