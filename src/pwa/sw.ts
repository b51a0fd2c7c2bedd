import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;
/** All files of the pages; inserted by the build. */
declare const PRECACHE: PrecacheEntry[];

/**
 * Addresses that only the server answers: the API, whose responses are never cached, files, the
 * frame for registers, whose headers list who may embed it, and the example register, whose headers
 * allow it to embed that frame.
 */
const NOT_PAGES = [/^\/api(?:\/|$)/, /\/[^/?]+\.[^/]+$/, /^\/pay\/frame(?:\?|$)/, /^\/try-register(?:\?|$)/];

/*
 * The app opens without a network: all of it, including the scanner, is cached at installation, and
 * every page address opens it. All other requests, and all that are not GET, go to the network
 * unchanged.
 */
cleanupOutdatedCaches();
precacheAndRoute(PRECACHE, { cleanURLs: false });
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_PAGES }));

/* A new version waits for the user's consent, because it reloads the screen. */
self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) void self.skipWaiting();
});

function isSkipWaiting(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'SKIP_WAITING';
}
