import type { PublicKeys } from '../../../contract/platform/public-keys.ts';
import { type DigitalReceipt, digitalReceiptSchema, signedTextOf } from '../contract/receipt.ts';

/**
 * Reads a receipt from a code and checks its signature, in the browser alone.
 * @param code `data.signature`, as on the customer display
 * @returns null if it was changed, or is not from this server's shop
 */
export async function verifiedReceipt(code: string, { keys }: PublicKeys): Promise<DigitalReceipt | null> {
  const [data, signature, ...rest] = code.split('.');
  if (data === undefined || signature === undefined || rest.length > 0) return null;
  const signed = new TextEncoder().encode(signedTextOf(data));
  for (const { kty, crv, x } of keys) {
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify']);
    if (await crypto.subtle.verify({ name: 'Ed25519' }, key, bytesOf(signature), signed)) return receiptIn(data);
  }
  return null;
}

function receiptIn(data: string): DigitalReceipt | null {
  const parsed = digitalReceiptSchema.safeParse(JSON.parse(new TextDecoder().decode(bytesOf(data))));
  return parsed.success ? parsed.data : null;
}

/** The bytes of a base64url text; empty for other text. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
