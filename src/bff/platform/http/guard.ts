import { type Problem, refuse } from './problem.ts';

/** The origin that browsers see: as configured, or any requested host, in the scheme used here. */
export type ServerOrigin =
  | { readonly kind: 'fixed'; readonly origin: string }
  | {
      readonly kind: 'from-host';
      readonly scheme: 'http:' | 'https:';
      /**
       * True to accept only names of this machine, because a page under a foreign name that
       * resolves to this machine would look like ours.
       */
      readonly onlyHere: boolean;
    };

/**
 * A header that only a script of a page may set, and across origins only after a preflight that is
 * never answered here.
 */
const PAGE_HEADER = 'x-tillside';

/** The media type of every body. A form on another site cannot send it. */
const BODY_TYPE = 'application/json';

/**
 * Admits a changing request only if our own page sent it: another page can neither set the header
 * nor hide its origin.
 * @throws Problem 403 `forbidden-origin`
 */
export function assertFromPage(headers: Headers, hasBody: boolean, server: ServerOrigin): void {
  if (headers.get(PAGE_HEADER) !== '1') throw foreign('the X-Tillside header is missing');
  if (hasBody && mediaType(headers) !== BODY_TYPE) throw foreign(`the Content-Type is not ${BODY_TYPE}`);
  if (!isSameOrigin(headers, server)) throw foreign(describeOrigin(headers, server));
}

/**
 * A program has no page, so its key replaces the origin check; only the type of its body has to be
 * declared.
 * @throws Problem 415 `not-json`
 */
export function assertBodyType(headers: Headers): void {
  if (mediaType(headers) === BODY_TYPE) return;
  throw refuse('not-json', { message: `The Content-Type must be ${BODY_TYPE}.`, status: 415 });
}

function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * `Origin` has to be ours if present, and `Sec-Fetch-Site` has to agree; one of the two has to be
 * present.
 */
function isSameOrigin(headers: Headers, server: ServerOrigin): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const requested = requestedOrigin(headers, server);
  return requested !== null && (origin === null ? site !== null : origin === requested);
}

/** Returns the origin under which a browser sees this server; null if it is not one of ours. */
export function requestedOrigin(headers: Headers, server: ServerOrigin): string | null {
  if (server.kind === 'fixed') return server.origin;
  const requested = `${server.scheme}//${headers.get('host') ?? ''}`;
  if (!URL.canParse(requested)) return null;
  const { origin, hostname } = new URL(requested);
  return server.onlyHere && !LOCAL_HOST.test(hostname) ? null : origin;
}

/**
 * Describes the actual and the expected origin, so that an operator who adds a proxy can see what
 * to set.
 */
function describeOrigin(headers: Headers, server: ServerOrigin): string {
  const origin = headers.get('origin');
  if (origin === null) return 'it comes from another origin';
  if (server.kind === 'fixed') return `it comes from ${origin}, but PUBLIC_ORIGIN is ${server.origin}`;
  const requested = `${server.scheme}//${headers.get('host') ?? ''}`;
  return `it comes from ${origin}, but was sent to ${requested}; behind a proxy, set PUBLIC_ORIGIN`;
}

const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function foreign(why: string): Problem {
  return refuse('forbidden-origin', { message: `Only this till's own pages may send this request: ${why}.` });
}
