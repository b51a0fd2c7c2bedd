import { type ComponentType, createElement } from 'react';
import { loadArrival } from './shell/door/gate.tsx';
import { partOf } from './ui/part.tsx';

/* Pages that are fetched ahead, by whoever shows them and by whoever knows that they come next. */
export const loadUnlock = partOf(() => import('./shell/door/unlock.tsx'));
export const loadOpenTill = () => import('./open-till.tsx');
export const loadKeptTill = () => import('./redeem/kept-till.tsx');
const loadTillEndpoints = () => import('../contract/platform/till-endpoints.ts');
const loadFeatures = () => import('../features/pwa.ts');
export const loadRedeem = () => import('./redeem/redeem-screen.tsx');

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
 * Fetches the page of a feature beside everything else where the app is opened there.
 *
 * Without a network it is simply fetched when it is shown.
 */
export function preloadAddress(path: string): void {
  loadFeatures()
    .then(({ PAGE_FEATURES }) => Promise.all(PAGE_FEATURES.flatMap(({ preload }) => preload?.(path) ?? [])))
    .catch(() => undefined);
}

/** Fetches what a customer display shows. It is empty if no feature has one. */
export async function loadDisplay(): Promise<{ readonly default: ComponentType }> {
  const { PAGE_FEATURES } = await loadFeatures();
  const Display = PAGE_FEATURES.find(({ slots }) => slots?.display)?.slots?.display;
  return { default: () => (Display ? createElement(Display) : null) };
}
