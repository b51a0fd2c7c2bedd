import { FRAME_HEADER, FRAME_QUERY } from '../../../contract/platform/frame-address.ts';

/*
 * A till that stands as a frame in a register's page, on another site, cannot have the till's
 * cookies: those are Strict. It has two of its own, which browsers keep apart for each site that
 * the frame stands in (Partitioned) and send with every request from there, whoever makes it. So
 * they count only for requests that the frame's own page made: browsers themselves say that it did,
 * and no other page can make them say so.
 */

const OURS = 'tillside-';
const OF_FRAME = 'tillside-frame-';

/**
 * Whether the frame's own page asked, by what the browser says and by what only a script of ours
 * writes.
 */
export function isOfFrame(headers: Headers, query: (name: string) => string | undefined): boolean {
  const says = headers.get(FRAME_HEADER) === '1' || query(FRAME_QUERY) === '1';
  return says && headers.get('sec-fetch-site') === 'same-origin';
}

/**
 * The frame's cookies of a `Cookie` header under the names that routes read; the till's own do not
 * count in a frame.
 */
export function cookiesOfFrame(header: string | null): string {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs
    .filter((pair) => pair.replace(/^__Host-/, '').startsWith(OF_FRAME))
    .map((pair) => pair.replace(OF_FRAME, OURS))
    .join('; ');
}

/** A `Set-Cookie` of the till as the frame gets it. */
export function cookieForFrame(cookie: string): string {
  const open = cookie.replace(OURS, OF_FRAME).replace('SameSite=Strict', 'SameSite=None; Partitioned');
  return open.includes('; Secure') ? open : `${open}; Secure`;
}
