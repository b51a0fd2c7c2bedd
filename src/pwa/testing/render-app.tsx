import { configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import type { Role, Session } from '../../contract/access/people.ts';
import { queryClient } from '../api/live.ts';
import { App } from '../app.tsx';
import { loadDeviceTill, loadOpenTill, loadRedeem, loadUnlock } from '../preload.ts';
import { installDialogs } from './dialogs.ts';
import { EXAMPLE_SHOP, SETTINGS } from './examples.ts';
import { installFakeEvents } from './fake-events.ts';
import { type Answers, installFakeServer, ok } from './fake-server.ts';
import { installIndexedDb } from './indexed-db.ts';

/* Lazy parts are loaded before a test begins, so that they take none of its time. */
await Promise.all([loadUnlock(), loadOpenTill(), loadDeviceTill(), loadRedeem()]);

/** A busy machine can stall a page for seconds. */
configure({ asyncUtilTimeout: 20_000 });

/** Renders the app on an enrolled till with Ana signed in. `answers`: the server's. */
export function renderApp(options: { role: Role; path?: string; answers: Answers }) {
  installIndexedDb();
  installDialogs();
  localStorage.clear();
  queryClient.clear();
  // Without a camera, as on an address without HTTPS: codes are typed.
  vi.stubGlobal('isSecureContext', false);
  const events = installFakeEvents();
  history.replaceState(null, '', options.path ?? '/');
  const session: Session = { person: { id: 'p1', name: 'Ana', role: options.role }, expiresAt: '2026-11-21T10:00:00Z' };
  const server = installFakeServer({
    shop: () => ok(EXAMPLE_SHOP),
    session: () => ok(session),
    myTenders: () => ok([]),
    journal: () => ok({ id: '', closed: null }),
    attention: () => ok([]),
    settings: () => ok(SETTINGS),
    ...options.answers,
  });
  render(<App />);
  return { user: userEvent.setup(), server, events };
}
