import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok } from '../../../pwa/testing/fake-server.ts';
import { renderApp } from '../../../pwa/testing/render-app.tsx';
import type { Coverage } from '../contract/transaction-list.ts';
import { exampleTotals } from './testing/example-lines.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function openToday(change: Partial<Coverage>) {
  const all: Coverage = { share: 1, gaps: [], keptFrom: null, until: '2030-01-15T09:00:00.000Z', isAway: false };
  const transactionTotals = () => ok(exampleTotals([], { coverage: { ...all, ...change } }));
  renderApp({ role: 'manager', path: '/today', answers: { transactionTotals, attention: () => ok([]) } });
}

it('the day is marked as incomplete while its transactions are still being read', async () => {
  openToday({ share: 0.4, gaps: [{ from: '2030-01-15T00:00:00.000Z', to: '2030-01-15T05:00:00.000Z' }] });
  expect(await screen.findByRole('progressbar')).toBeDefined();
  expect(screen.getByText(/40\s?%/)).toBeDefined();
});

it('a day that was read completely has no mark', async () => {
  openToday({});
  expect(await screen.findByText('0 redemptions, 0 refunds')).toBeDefined();
  expect(screen.queryByRole('progressbar')).toBeNull();
});
