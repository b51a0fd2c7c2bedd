/**
 * Prefix of every key; any other `Authorization` header is for another program, such as a proxy.
 */
export const KEY_START = 'ts_';
const BEARER_KEY = /^bearer +(ts_\S*) *$/i;

/**
 * Returns the key that a program sent; null if a request has none. The key is not verified here.
 */
export function bearerKey(headers: Headers): string | null {
  return BEARER_KEY.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}
