import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;
/** Every file of the pages; put in by the build. */
declare const PRECACHE: PrecacheEntry[];

/**
 * The server answers these itself, or nobody does: the API, whose answers are never kept, addresses
 * of files, the frame of registers, whose headers say who may have it, and the page of the example
 * register, whose headers let it have that frame.
 */
const NOT_PAGES = [/^\/api(?:\/|$)/, /\/[^/?]+\.[^/]+$/, /^\/pay\/frame(?:\?|$)/, /^\/try-register(?:\?|$)/];

/*
 * The app opens without a network: all of it, the scanner too, is kept when it is installed, and
 * every address of a page opens it. Nothing else is answered here: requests that are not in the
 * precache, and all that are not GET, go to the network untouched.
 */
cleanupOutdatedCaches();
precacheAndRoute(PRECACHE, { cleanURLs: false });
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_PAGES }));

/* A new version waits until a person agrees, because it reloads the screen they are working on. */
self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) void self.skipWaiting();
});

function isSkipWaiting(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'SKIP_WAITING';
}
