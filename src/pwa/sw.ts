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
 * The first requests of a page are sent together with it, because its scripts run later. This comes
 * before the routes below: an event that was answered reaches no other listener.
 */
const FIRST_REQUESTS = ['/api/shop', '/api/session'].map((path) => `${location.origin}${path}`);
const LIKE_THE_PAGE = { headers: { 'X-Tillside': '1' }, credentials: 'same-origin', redirect: 'error' } as const;
let newest: { readonly page: string; readonly responses: Map<string, Promise<Response>> } | null = null;

self.addEventListener('fetch', (event) => {
  const { request, clientId, resultingClientId: page } = event;
  if (request.mode === 'navigate') {
    const { pathname } = new URL(request.url);
    if (NOT_PAGES.some((pattern) => pattern.test(pathname))) return;
    const responses = FIRST_REQUESTS.map((url) => [url, fetch(url, LIKE_THE_PAGE)] as const);
    newest = { page, responses: new Map(responses) };
    /* A failure matters only to the page, which then sends its own. */
    for (const [, response] of responses) response.catch(() => undefined);
    return;
  }
  const response =
    newest?.page === clientId && request.method === 'GET' ? newest.responses.get(request.url) : undefined;
  if (response === undefined) return;
  newest?.responses.delete(request.url);
  event.respondWith(response.catch(() => fetch(request)));
});

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
