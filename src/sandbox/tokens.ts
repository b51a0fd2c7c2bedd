import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { TOKEN_KEY } from './credentials.ts';

export const TOKEN_SCOPES = ['read_catalogue', 'read_vouchers', 'issue_vouchers'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const TOKEN_LIFE_S = 3600;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signatureOf = (signed: string) => createHmac('sha256', TOKEN_KEY).update(signed).digest('base64url');

/** Compares in a time that is the same for every guess of the same length. */
export function sameSecret(offered: string, real: string): boolean {
  const a = Buffer.from(offered);
  const b = Buffer.from(real);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Creates a bearer token: a JWT (HS256) with its scopes and an expiry in seconds. */
export function signToken(scopes: readonly TokenScope[], now: number): string {
  const issued = Math.floor(now / 1000);
  const claims = {
    iss: 'sandbox',
    jti: randomUUID(),
    scope: scopes.join(' '),
    iat: issued,
    exp: issued + TOKEN_LIFE_S,
  };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${signatureOf(signed)}`;
}

/** Returns the scopes of a token; null if it is not one of ours or has expired. */
export function readToken(token: string, now: number): readonly string[] | null {
  const [header = '', claims = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !sameSecret(signature, signatureOf(`${header}.${claims}`))) return null;
  const { scope, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { scope: string; exp: number };
  return now < exp * 1000 ? scope.split(' ') : null;
}
