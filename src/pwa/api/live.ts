import { onlineManager, QueryClient } from '@tanstack/react-query';
import { updateServerTime } from '../ui/server-time.ts';
import { type ApiProblem, createCall, createCallForFile } from './client.ts';
import { createConfirmation } from './confirmation.ts';
import { frameHeader } from './in-frame.ts';
import { PROBE_WITHIN_MS } from './limits.ts';
import { shopHeader } from './page-shop.ts';
import { forgetWithPerson } from './person-change.ts';
import { createServerReach } from './reach.ts';

/** Keys of queries that the whole app depends on. */
export const SHOP_KEY = ['shop'] as const;
export const SESSION_KEY = ['session'] as const;
export const JOURNAL_KEY = ['journal'] as const;

/**
 * The server's answers, in memory only. Mutations are never paused while offline: they are sent or
 * they fail.
 */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { networkMode: 'always', retry: false } },
});

forgetWithPerson(queryClient, SESSION_KEY);

const probe = createCall({ fetch: (...request) => fetch(...request), onProblem: () => undefined });

/** Tracks if the server answers this page, which the device's network state does not show. */
export const serverReach = createServerReach({
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  isSeen: () => !document.hidden,
  probe: () =>
    probe('health', { signal: AbortSignal.timeout(PROBE_WITHIN_MS) }).then(
      () => true,
      () => false,
    ),
});

/* Queries pause while the server does not answer, and run again as soon as it does. */
onlineManager.setEventListener((setOnline) => serverReach.subscribe(() => setOnline(serverReach.state().isReached)));
addEventListener('online', serverReach.probeNow);
addEventListener('offline', serverReach.probeNow);

/** Lets the user confirm requests with a passkey, while a part of the page offers that. */
export const confirmation = createConfirmation();

const onReach = (isReached: boolean, sentAt: number) =>
  isReached ? serverReach.answered() : serverReach.silent(sentAt);

const pageHeaders = () => ({ ...frameHeader(), ...shopHeader() });

/**
 * The page's client. A lost session or enrolment in any call leads to the unlock or set-up screen.
 */
export const call = createCall({
  fetch: (...request) => fetch(...request),
  onProblem: noticeLoss,
  confirm: confirmation.request,
  onTime: updateServerTime,
  onReach,
  headers: pageHeaders,
});

export const callForFile = createCallForFile({
  fetch: (...request) => fetch(...request),
  onProblem: noticeLoss,
  confirm: confirmation.request,
  onReach,
  headers: pageHeaders,
});

function noticeLoss({ problem }: ApiProblem): void {
  if (problem.code === 'signed-out') queryClient.setQueryData(SESSION_KEY, null);
  if (problem.code === 'journal-gap') void queryClient.invalidateQueries({ queryKey: JOURNAL_KEY });
  if (problem.code === 'not-enrolled' || problem.code === 'other-shop')
    void queryClient.invalidateQueries({ queryKey: SHOP_KEY });
}
