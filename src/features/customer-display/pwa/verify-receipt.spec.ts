import { beforeAll, describe, expect, it } from 'vitest';
import type { PublicKeys } from '../../../contract/platform/public-keys.ts';
import { type DigitalReceipt, signedTextOf } from '../contract/receipt.ts';
import { verifiedReceipt } from './verify-receipt.ts';

const SGD = (amount: number) => ({ amount, currency: 'SGD' });
const RECEIPT: DigitalReceipt = {
  shop: 'Café Orchid',
  till: 'Till 1',
  at: '2026-11-27T08:00:00.000Z',
  vouchers: [{ last4: '0050', taken: SGD(5000), remaining: SGD(0) }],
};
const newPair = () => crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify']);
const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const utf8 = (text: string) => new TextEncoder().encode(text);
const dataOf = (receipt: unknown) => base64url(utf8(JSON.stringify(receipt)));
const signatureOf = async (text: string, { privateKey }: CryptoKeyPair = pair) =>
  base64url(new Uint8Array(await crypto.subtle.sign({ name: 'Ed25519' }, privateKey, utf8(text))));
const codeOf = async (receipt: unknown) => `${dataOf(receipt)}.${await signatureOf(signedTextOf(dataOf(receipt)))}`;

let pair: CryptoKeyPair;
let keys: PublicKeys;
beforeAll(async () => {
  pair = await newPair();
  const { x = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  keys = { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: 'a', use: 'sig' }] };
});

describe('a digital receipt', () => {
  it('is read from a code that the shop signed', async () => {
    expect(await verifiedReceipt(await codeOf(RECEIPT), keys)).toEqual(RECEIPT);
  });

  it('is invalid if its amount was changed', async () => {
    const changed = dataOf({ ...RECEIPT, vouchers: [{ last4: '0050', taken: SGD(9000), remaining: null }] });
    expect(await verifiedReceipt(`${changed}.${(await codeOf(RECEIPT)).split('.')[1]}`, keys)).toBeNull();
  });

  it('is invalid if another shop signed it, or the same key signed another kind of text', async () => {
    const data = dataOf(RECEIPT);
    const other = await signatureOf(signedTextOf(data), await newPair());
    expect(await verifiedReceipt(`${data}.${other}`, keys)).toBeNull();
    expect(await verifiedReceipt(`${data}.${await signatureOf(data)}`, keys)).toBeNull();
  });

  it.each(['', 'abc', 'a.b', 'a.b.c', '%%%.%%%'])('is not found in the code “%s”', async (code) => {
    expect(await verifiedReceipt(code, keys)).toBeNull();
  });
});
