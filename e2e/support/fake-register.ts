import { createHmac, createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from './world.ts';

/** The content of a return address and its time (UTC ms); its signature is not verified yet. */
export interface Visit {
  readonly at: number;
  readonly query: URLSearchParams;
}

/**
 * A cash register on a separate origin: its page links to the till, and it records return
 * addresses.
 */
export interface FakeRegister {
  readonly origin: string;
  /** The latest return address, verified with the till's public key. */
  back(till: string): Promise<Readonly<Record<string, string>>>;
  /** The number of returns. */
  visits(): number;
  /** All that browsers brought back, in order. */
  told(): readonly Visit[];
  /** The address that opens the till; null removes a parameter. */
  link(till: string, changes?: Readonly<Record<string, string | null>>): string;
  /** From now on it signs its links. */
  signsWith(secret: string): void;
  close(): Promise<void>;
}

export async function startFakeRegister(): Promise<FakeRegister> {
  const visits: Visit[] = [];
  let secret: string | null = null;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/back') visits.push({ at: Date.now(), query: url.searchParams });
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Register</title><h1>${url.pathname === '/back' ? 'Back at the register' : 'Register'}</h1>`);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async back(till) {
      const query = visits.at(-1)?.query;
      if (query === undefined) throw new Error('no browser came back');
      await expectSigned(till, query);
      return Object.fromEntries([...query].filter(([name]) => name !== 'sig'));
    },
    visits: () => visits.length,
    told: () => visits,
    link(till, changes = {}) {
      const asked = {
        amount: '2340',
        currency: 'SGD',
        reference: 'R-1029',
        return_url: `${origin}/back?lane=4`,
        state: 'a&b c',
        ...changes,
      };
      const given = Object.entries(asked).filter((one): one is [string, string] => one[1] !== null);
      const query = new URLSearchParams(given);
      query.sort();
      if (secret !== null) query.set('sig', createHmac('sha256', secret).update(query.toString()).digest('base64url'));
      return `${till}/pay?${query}`;
    },
    signsWith: (made) => void (secret = made),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** As a register does it: the query without `sig`, sorted by name, against the key that the till publishes. */
export async function expectSigned(till: string, query: URLSearchParams): Promise<void> {
  const { keys } = (await (await fetch(`${till}/.well-known/tillside.json`)).json()) as { keys: { kty: string; crv: string; x: string }[] };
  const key = createPublicKey({ key: { ...keys[0] }, format: 'jwk' });
  const signed = new URLSearchParams([...query].filter(([name]) => name !== 'sig'));
  signed.sort();
  const sig = Buffer.from(query.get('sig') ?? '', 'base64url');
  expect(verify(null, Buffer.from(signed.toString()), key, sig)).toBe(true);
  signed.set('amount', '999999');
  expect(verify(null, Buffer.from(signed.toString()), key, sig)).toBe(false);
}
