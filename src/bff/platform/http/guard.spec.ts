import { expect, it } from 'vitest';
import { assertFromPage, type ServerOrigin } from './guard.ts';

const FROM_HOST = { kind: 'from-host', scheme: 'https:', onlyHere: false } as const;
const ONLY_HERE = { kind: 'from-host', scheme: 'http:', onlyHere: true } as const;

/** True if a changing request with these headers counts as our own page's. */
function isOwn(own: ServerOrigin, headers: Record<string, string>): boolean {
  try {
    assertFromPage(new Headers({ 'x-tillside': '1', ...headers }), false, own);
    return true;
  } catch {
    return false;
  }
}

it.each([
  ['the same host and scheme', FROM_HOST, { host: 'till.example', origin: 'https://till.example' }, true],
  ['the same host over plain HTTP', FROM_HOST, { host: 'till.example', origin: 'http://till.example' }, false],
  [
    'HTTPS on a port without HTTPS',
    { ...FROM_HOST, scheme: 'http:' } as const,
    { host: 'x', origin: 'https://x' },
    false,
  ],
  ['another host', FROM_HOST, { host: 'till.example', origin: 'https://evil.example' }, false],
  [
    'no origin, and a browser that reports the same origin',
    FROM_HOST,
    { host: 'till.example', 'sec-fetch-site': 'same-origin' },
    true,
  ],
  ['no origin, and no other data', FROM_HOST, { host: 'till.example' }, false],
  ['this machine by its name', ONLY_HERE, { host: 'localhost:8787', origin: 'http://localhost:8787' }, true],
  ['this machine by its IP address', ONLY_HERE, { host: '127.0.0.1:8787', origin: 'http://127.0.0.1:8787' }, true],
  [
    'a foreign name that resolves to this machine',
    ONLY_HERE,
    { host: 'evil.example', origin: 'http://evil.example' },
    false,
  ],
  ['the same, without an origin', ONLY_HERE, { host: 'evil.example', 'sec-fetch-site': 'same-origin' }, false],
  [
    'the origin that was set',
    { kind: 'fixed', origin: 'https://till.example' } as const,
    { host: 'a', origin: 'https://till.example' },
    true,
  ],
])('the origin of a request is compared with the server’s own: %s', (_, own, headers, expected) => {
  expect(isOwn(own, headers)).toBe(expected);
});
