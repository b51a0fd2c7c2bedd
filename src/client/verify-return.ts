import { decodeBase64 } from './decode-base64.ts';

/** A key of `/.well-known/tillside.json`. */
export interface PublicKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
}

/** Your own record of the sale. */
export interface SaleOfReturn {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  readonly state: string;
  /** `main`, or the name of the shop in the chain. */
  readonly shop: string;
}

/** The result of a pay link. `redeemed` and `partly` have an amount to book; `left` is our own. */
export type PayLinkResult =
  | { readonly outcome: 'redeemed' | 'partly'; readonly amount: number; readonly left: number; readonly at: string }
  | { readonly outcome: 'notRedeemed' | 'cancelled' | 'unknown'; readonly at: string };

/**
 * Verifies the address that a browser returned to, against your own record of the sale.
 * @param query of that address
 * @returns null if the signature is invalid or the result is of another sale: book nothing
 */
export async function verifyReturn(
  query: string | URLSearchParams,
  keys: readonly PublicKey[],
  sale: SaleOfReturn,
): Promise<PayLinkResult | null> {
  const params = new URLSearchParams(query);
  const signature = decodeBase64(params.get('sig') ?? '');
  params.delete('sig');
  params.sort();
  if (signature === null || !(await isSigned(params.toString(), signature, keys))) return null;
  const mine: Readonly<Record<string, string>> = {
    asked: String(sale.amount),
    currency: sale.currency,
    reference: sale.reference,
    state: sale.state,
    till_shop: sale.shop,
  };
  if (Object.entries(mine).some(([name, value]) => params.get(name) !== value)) return null;
  const [status, at, amount] = [
    params.get('status'),
    params.get('at') ?? '',
    Number(params.get('amount') ?? Number.NaN),
  ];
  if (status === 'taken' && Number.isInteger(amount) && amount > 0) {
    const left = Math.max(0, sale.amount - amount);
    return { outcome: left > 0 ? 'partly' : 'redeemed', amount, left, at };
  }
  if (status === 'not_taken') return { outcome: 'notRedeemed', at };
  return { outcome: status === 'cancelled' ? 'cancelled' : 'unknown', at };
}

async function isSigned(
  text: string,
  signature: Uint8Array<ArrayBuffer>,
  keys: readonly PublicKey[],
): Promise<boolean> {
  for (const { kty, crv, x } of keys) {
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify']);
    if (await crypto.subtle.verify({ name: 'Ed25519' }, key, signature, new TextEncoder().encode(text))) return true;
  }
  return false;
}
