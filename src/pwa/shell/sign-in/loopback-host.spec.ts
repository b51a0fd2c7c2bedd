import { expect, it } from 'vitest';
import { isLoopbackHost } from './loopback-host.ts';

it.each([
  'http://localhost:8787',
  'http://127.0.0.1:8787',
  'http://127.1.2.3',
  'http://[::1]:8787',
  'http://till.localhost',
])('%s cannot be opened by another device', (address) => {
  expect(isLoopbackHost(new URL(address).hostname)).toBe(true);
});

it.each(['http://192.168.1.20:8787', 'https://till.example', 'https://localhost.example', 'http://[fd00::1]'])(
  '%s may be opened by other devices',
  (address) => {
    expect(isLoopbackHost(new URL(address).hostname)).toBe(false);
  },
);
