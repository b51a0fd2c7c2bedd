/**
 * How every key begins; whatever else an `Authorization` header holds is for somebody else, such as
 * a proxy.
 */
export const KEY_START = 'ts_';
const BEARER_KEY = /^bearer +(ts_\S*) *$/i;

/**
 * The key that a program shows; null where a request shows none.
 *
 * Whether it is a key at all is for others to say.
 */
export function bearerKey(headers: Headers): string | null {
  return BEARER_KEY.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}
