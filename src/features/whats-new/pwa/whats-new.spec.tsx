import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { version } from '../../../../package.json';
import { ok } from '../../../pwa/testing/fake-server.ts';
import { renderApp } from '../../../pwa/testing/render-app.tsx';

const KEY = 'tillside.read-version.p1';
const OLDER = '0.0.9';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens *Today* as a manager who has read about a version in this browser. */
function openToday(readVersion: string | null) {
  const app = renderApp({ role: 'manager', path: '/today', answers: { devices: () => ok([]), shifts: () => ok([]) } });
  if (readVersion !== null) localStorage.setItem(KEY, readVersion);
  return app;
}

it('Today leads a manager to what is new after an update, once', async () => {
  const { user } = openToday(OLDER);
  await user.click(await screen.findByRole('link', { name: /What’s new/ }));
  expect(await screen.findByRole('heading', { name: `Version ${version}` })).toBeTruthy();
  expect(screen.getByText(/one-time code/)).toBeTruthy();
  expect(localStorage.getItem(KEY)).toBe(version);
  cleanup();
  openToday(version);
  expect(await screen.findByText('All clear')).toBeTruthy();
  expect(screen.queryByText('Tillside was updated')).toBeNull();
});

it('a manager who opens Today for the first time in a browser sees only the news of the next update', async () => {
  openToday(null);
  await vi.waitFor(() => expect(localStorage.getItem(KEY)).toBe(version));
  expect(screen.queryByText('Tillside was updated')).toBeNull();
});
