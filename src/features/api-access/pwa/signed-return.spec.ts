import { beforeAll, expect, it } from 'vitest';
import type { PublicKeys } from '../../../contract/platform/public-keys.ts';
import { checkSignature } from './signed-return.ts';

let pair: CryptoKeyPair;
let published: PublicKeys;

beforeAll(async () => {
  pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify']);
  const { x = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  published = { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: 'k', use: 'sig' }] };
});

/** The query of an address that leads back, signed as the server does it. */
async function signed(said: Record<string, string>): Promise<URLSearchParams> {
  const query = new URLSearchParams(said);
  query.sort();
  const signature = await crypto.subtle.sign(
    { name: 'Ed25519' },
    pair.privateKey,
    new TextEncoder().encode(query.toString()),
  );
  const text = btoa(String.fromCharCode(...new Uint8Array(signature)));
  return new URLSearchParams([...query, ['sig', text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')]]);
}

it('the signature of a return is valid, and invalid after any change', async () => {
  const query = await signed({ status: 'taken', amount: '2340', state: 'a&b c' });
  expect(await checkSignature(query, published)).toBe('right');
  for (const [name, value] of [
    ['amount', '9999'],
    ['status', 'not_taken'],
    ['more', '1'],
    ['sig', ''],
    ['sig', '%%%'],
    ['sig', 'AAAA'],
  ] as const) {
    const changed = new URLSearchParams(query);
    changed.set(name, value);
    expect([name, await checkSignature(changed, published)]).toEqual([name, 'wrong']);
  }
  expect(await checkSignature(query, { keys: [] })).toBe('wrong');
});
