import { type ComponentType, createElement } from 'react';
import { noteMissingCamera } from '../reader/missing-camera.ts';
import { CAMERA_WITHIN_MS, ENROLLED_PARTS_AFTER_MS } from './limits.ts';
import { ADDRESSES, type PUBLIC_ADDRESSES } from './shell/addresses.ts';
import { loadArrival } from './shell/sign-in/gate.tsx';
import { createLazyPart } from './ui/lazy-part.tsx';

/* Pages that are preloaded by the code that shows them or knows that they come next. */
export const loadUnlock = createLazyPart(() => import('./shell/sign-in/unlock.tsx'));
export const loadOpenTill = createLazyPart(() => import('./open-till.tsx'));
export const loadDeviceTill = () => import('./redeem/device-till.tsx');
const loadTillEndpoints = () => import('../contract/platform/till-endpoints.ts');
const loadFeatures = () => import('../features/pwa.ts');
export const loadRedeem = createLazyPart(() =>
  Promise.all([import('./redeem/redeem-screen.tsx'), findCamera()]).then(([page]) => page),
);

/**
 * Finds out if the till needs space for a picture, before it is shown. If this fails or takes too
 * long, the till does it.
 */
async function findCamera(): Promise<void> {
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices };
  if (mediaDevices === undefined) return;
  const found = noteMissingCamera(mediaDevices, localStorage).catch(() => undefined);
  await Promise.race([found, new Promise((resolve) => setTimeout(resolve, CAMERA_WITHIN_MS))]);
}

/** Preloads set-up, for a device without a shop. If this fails offline, it loads on first use. */
export function preloadArrival(): void {
  loadArrival().catch(() => undefined);
}

/**
 * Preloads the lock screen, which may be needed at any time. If this fails offline, it loads on
 * first use.
 */
export function preloadUnlock(): void {
  loadUnlock().catch(() => undefined);
}

/** Preloads the layout around every page. If this fails offline, it loads on first use. */
export function preloadFrame(): void {
  loadOpenTill().catch(() => undefined);
  loadDeviceTill().catch(() => undefined);
  loadTillEndpoints().catch(() => undefined);
}

/** Preloads the till. If this fails, it loads on first use. */
export function preloadTill(): void {
  loadRedeem().catch(() => undefined);
}

/**
 * Preloads the page of a feature if the app was opened at its address. If this fails offline, it
 * loads on first use.
 */
export function preloadAddress(path: string): void {
  if (path === ADDRESSES.redeem) return;
  loadFeatures()
    .then(({ PAGE_FEATURES }) => Promise.all(PAGE_FEATURES.flatMap(({ preload }) => preload?.(path) ?? [])))
    .catch(() => undefined);
}

/** Loads the content of a customer display. It is empty if no feature provides one. */
export async function loadDisplay(): Promise<{ readonly default: ComponentType }> {
  const { PAGE_FEATURES } = await loadFeatures();
  return pageOf(PAGE_FEATURES.find(({ slots }) => slots?.display)?.slots?.display);
}

/**
 * Loads the parts of features that run on every enrolled device. If the server does not answer now,
 * the till works without them until it is opened again.
 */
export async function loadEnrolledParts(): Promise<{ readonly default: ComponentType }> {
  await new Promise((resolve) => setTimeout(resolve, ENROLLED_PARTS_AFTER_MS));
  try {
    const { PAGE_FEATURES } = await loadFeatures();
    const loaded = await Promise.all(PAGE_FEATURES.flatMap(({ loadEnrolled }) => loadEnrolled?.() ?? []));
    return { default: () => loaded.map((Part, position) => createElement(Part, { key: position })) };
  } catch {
    return { default: () => null };
  }
}

/** Loads a page that needs no sign-in. It is empty if no feature provides one. */
export async function loadPublicPage(
  address: (typeof PUBLIC_ADDRESSES)[number],
): Promise<{ readonly default: ComponentType }> {
  const { PAGE_FEATURES } = await loadFeatures();
  return pageOf(PAGE_FEATURES.find(({ publicPages }) => publicPages?.[address])?.publicPages?.[address]);
}

const pageOf = (Content: ComponentType | undefined) => ({ default: () => (Content ? createElement(Content) : null) });
