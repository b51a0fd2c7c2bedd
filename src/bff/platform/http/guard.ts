import { type Problem, refuse } from './problem.ts';

/**
 * The origin that browsers see: as configured, or whatever host they asked for, in the scheme that
 * is spoken here.
 */
export type OwnOrigin =
  | { readonly kind: 'fixed'; readonly origin: string }
  | {
      readonly kind: 'from-host';
      readonly scheme: 'http:' | 'https:';
      /**
       * Only names of this machine: a name of somebody else that leads here as well would make a
       * foreign page look like ours.
       */
      readonly onlyHere: boolean;
    };

/**
 * Header that only a script of a page may set, and across origins only after a preflight that is
 * never answered here.
 */
const OWN_HEADER = 'x-tillside';

/** The type of every body; a form of another page cannot send it. */
const BODY_TYPE = 'application/json';

/**
 * Lets a changing request through only when it was sent by our own page: a page of somebody else
 * can neither set the header nor hide where it comes from.
 * @throws Problem 403 `forbidden-origin`
 */
export function assertOwnPage(headers: Headers, hasBody: boolean, own: OwnOrigin): void {
  if (headers.get(OWN_HEADER) !== '1') throw foreign('the X-Tillside header is missing');
  if (hasBody && mediaType(headers) !== BODY_TYPE) throw foreign(`the body is not announced as ${BODY_TYPE}`);
  if (!fromOwnOrigin(headers, own)) throw foreign(otherOrigin(headers, own));
}

/**
 * A program has no page, so its key stands for where it comes from; only what its body is has to be
 * said.
 * @throws Problem 415 `not-json`
 */
export function assertBodyType(headers: Headers): void {
  if (mediaType(headers) === BODY_TYPE) return;
  throw refuse('not-json', { message: `The body has to be announced as ${BODY_TYPE}.`, status: 415 });
}

function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * `Origin` has to be ours where there is one, and `Sec-Fetch-Site` has to agree; one of the two has
 * to speak.
 */
function fromOwnOrigin(headers: Headers, own: OwnOrigin): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  if (own.kind === 'fixed') return origin === null ? site !== null : origin === own.origin;
  const asked = `${own.scheme}//${headers.get('host') ?? ''}`;
  if (!URL.canParse(asked) || (own.onlyHere && !HERE.test(new URL(asked).hostname))) return false;
  return origin === null ? site !== null : origin === new URL(asked).origin;
}

/**
 * What the request says and what is expected: whoever puts a proxy before the server reads here
 * what to set.
 */
function otherOrigin(headers: Headers, own: OwnOrigin): string {
  const origin = headers.get('origin');
  if (origin === null) return 'it comes from another origin';
  if (own.kind === 'fixed') return `it comes from ${origin}, and PUBLIC_ORIGIN is ${own.origin}`;
  const asked = `${own.scheme}//${headers.get('host') ?? ''}`;
  return `it comes from ${origin}, and the server was asked as ${asked}; behind a proxy set PUBLIC_ORIGIN`;
}

const HERE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function foreign(why: string): Problem {
  return refuse('forbidden-origin', { message: `Only this till's own page may ask this: ${why}.` });
}
