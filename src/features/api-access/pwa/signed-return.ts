import type { PublicKeys } from '../../../contract/platform/public-keys.ts';

/** The result of a signature check; `cannot`: this browser cannot check signatures. */
export type SignatureCheck = 'right' | 'wrong' | 'cannot';

/**
 * Verifies the return address like a register: Ed25519 over the query without `sig`, sorted by
 * name.
 * @param query of the return address
 */
export async function checkSignature(query: URLSearchParams, { keys }: PublicKeys): Promise<SignatureCheck> {
  const [key] = keys;
  const signature = bytesOf(query.get('sig') ?? '');
  if (key === undefined || signature === null) return 'wrong';
  const params = new URLSearchParams([...query].filter(([name]) => name !== 'sig'));
  params.sort();
  try {
    const { kty, crv, x } = key;
    const imported = await crypto.subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify']);
    const holds = await crypto.subtle.verify(
      { name: 'Ed25519' },
      imported,
      signature,
      new TextEncoder().encode(params.toString()),
    );
    return holds ? 'right' : 'wrong';
  } catch {
    /* Older browsers do not support this type of key. */
    return 'cannot';
  }
}

/** Decodes base64url; null if it is invalid. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(text)) return null;
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
