import type { PublicKeys } from '../../registers/contract/register.ts';

/** What became of a signature: right, wrong, or beyond what this browser can check. */
export type Checked = 'right' | 'wrong' | 'cannot';

/**
 * Checks what a browser brought back, as every register does.
 *
 * It is Ed25519 over the query without `sig`, sorted by name.
 * @param query of the address by which the browser came back
 */
export async function checkSignature(query: URLSearchParams, { keys }: PublicKeys): Promise<Checked> {
  const [key] = keys;
  const signature = bytesOf(query.get('sig') ?? '');
  if (key === undefined || signature === null) return 'wrong';
  const said = new URLSearchParams([...query].filter(([name]) => name !== 'sig'));
  said.sort();
  try {
    const { kty, crv, x } = key;
    const imported = await crypto.subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify']);
    const holds = await crypto.subtle.verify(
      { name: 'Ed25519' },
      imported,
      signature,
      new TextEncoder().encode(said.toString()),
    );
    return holds ? 'right' : 'wrong';
  } catch {
    /* Older browsers do not know this kind of key. */
    return 'cannot';
  }
}

/** Base64url as bytes; null for what is none. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(text)) return null;
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
