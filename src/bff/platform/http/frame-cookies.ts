import { FRAME_HEADER, FRAME_QUERY } from '../../../contract/platform/frame-address.ts';

/* A till in a frame on a register's page, on another site, cannot have the till's cookies: those
   are Strict. It has two cookies of its own, which browsers store separately for each embedding
   site (Partitioned) and send with every request from that site, also from other pages. So they
   count only if the browser states that the frame's own page made the request, which no other page
   can forge. */

const OURS = 'tillside-';
const OF_FRAME = 'tillside-frame-';

/**
 * True if the frame's own page sent the request, according to the browser and to a value that only
 * our script sends.
 */
export function isOfFrame(headers: Headers, query: (name: string) => string | undefined): boolean {
  const isFrame = headers.get(FRAME_HEADER) === '1' || query(FRAME_QUERY) === '1';
  return isFrame && headers.get('sec-fetch-site') === 'same-origin';
}

/**
 * Returns the frame's cookies under the names that routes read; the till's own cookies do not count
 * in a frame.
 */
export function cookiesOfFrame(header: string | null): string {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs
    .filter((pair) => pair.replace(/^__Host-/, '').startsWith(OF_FRAME))
    .map((pair) => pair.replace(OF_FRAME, OURS))
    .join('; ');
}

/** Converts a `Set-Cookie` of the till for the frame. */
export function cookieForFrame(cookie: string): string {
  const open = cookie.replace(OURS, OF_FRAME).replace('SameSite=Strict', 'SameSite=None; Partitioned');
  return open.includes('; Secure') ? open : `${open}; Secure`;
}
