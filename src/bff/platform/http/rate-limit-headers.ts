import { LIMITS } from '../../../contract/access/limits.ts';
import { bearerKey } from './bearer.ts';
import type { Identity } from './caller.ts';

const { keyPerSecond, keyAtOnce } = LIMITS;
/** A full allowance, and the seconds in which an empty one fills. */
const POLICY = `"key";q=${keyAtOnce};w=${Math.ceil(keyAtOnce / keyPerSecond)}`;
/** How many requests the key of a request may send after it. */
const requestsLeft = new WeakMap<Request, number>();

/** Remembers how many requests the caller of a request may send after it. */
export function noteRateLimit(request: Request, { key }: Identity): void {
  if (key?.requestsLeft !== undefined) requestsLeft.set(request, key.requestsLeft);
}

/**
 * Sets the headers of every response. A program also gets the limit on its requests, refusals
 * included, and how many are left if its key was identified.
 */
export function setCommonHeaders(response: Response, request: Request, requestId: string): void {
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Request-Id', requestId);
  if (bearerKey(request.headers) === null) return;
  response.headers.set('RateLimit-Policy', POLICY);
  const left = requestsLeft.get(request) ?? (response.status === 429 ? 0 : null);
  if (left === null) return;
  const fullAfterS = Math.ceil((keyAtOnce - left) / keyPerSecond);
  response.headers.set('RateLimit', `"key";r=${left};t=${fullAfterS}`);
}
