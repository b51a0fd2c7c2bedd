import { ADDRESSES } from './shell/addresses.ts';
import { loadArrival } from './shell/door/gate.tsx';
import { partOf } from './ui/part.tsx';

/* Pages that are fetched ahead, by whoever shows them and by whoever knows that they come next. */
export const loadUnlock = partOf(() => import('./shell/door/unlock.tsx'));
export const loadOpenTill = () => import('./open-till.tsx');
export const loadKeptTill = () => import('./redeem/kept-till.tsx');
const loadTillEndpoints = () => import('../contract/platform/till-endpoints.ts');
export const loadDisplay = () => import('../features/customer-display/pwa/display-page.tsx');
export const loadRedeem = () => import('./redeem/redeem-screen.tsx');
export const loadTransactions = () => import('../features/transactions/pwa/transactions-page.tsx');

/**
 * Fetches what a device sees that belongs to no shop yet.
 *
 * Without a network it is simply fetched when it is shown.
 */
export function preloadArrival(): void {
  loadArrival().catch(() => undefined);
}

/**
 * Fetches the lock screen, which may be shown at any moment from then on.
 *
 * Without a network it is simply fetched when it is shown.
 */
export function preloadUnlock(): void {
  loadUnlock().catch(() => undefined);
}

/**
 * Fetches what stands around every page before it is needed.
 *
 * Without a network it is simply fetched when it is shown.
 */
export function preloadFrame(): void {
  loadOpenTill().catch(() => undefined);
  loadKeptTill().catch(() => undefined);
  loadTillEndpoints().catch(() => undefined);
}

/**
 * Fetches the till's screen before it is needed.
 *
 * Without a network it is simply fetched when it is shown.
 */
export function preloadTill(): void {
  loadRedeem().catch(() => undefined);
}

/**
 * Fetches the manager's list beside everything else where the app is opened there.
 *
 * Without a network it is simply fetched when it is shown.
 */
export function preloadAddress(path: string): void {
  if (path === ADDRESSES.transactions) loadTransactions().catch(() => undefined);
}
