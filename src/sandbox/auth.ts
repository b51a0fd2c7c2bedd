import { createMiddleware } from 'hono/factory';
import { clientFailure } from './client-replies.ts';
import { CLIENT, type SandboxShop, type TrainingShops } from './credentials.ts';
import type { Env } from './env.ts';
import { respond } from './json.ts';
import { failedReply } from './merchant-replies.ts';
import { readToken, sameSecret, type TokenScope } from './tokens.ts';

interface Pair {
  readonly clientId: string;
  readonly clientSecret: string;
}

export function isPair(pair: Pair, id: string | undefined, secret: string | undefined): boolean {
  return id === pair.clientId && sameSecret(secret ?? '', pair.clientSecret);
}

function shopOf(shops: TrainingShops, id: string | undefined, secret: string | undefined): SandboxShop | undefined {
  return shops.all.find((shop) => isPair(shop, id, secret));
}

function scopesOf(authorization: string | undefined, now: number): readonly string[] | null {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  return token === undefined ? null : readToken(token, now);
}

/** Merchant API v1: X-Client-Id and X-Client-Secret of the calling shop. */
export const shopOnly = (shops: TrainingShops) =>
  createMiddleware<Env>(async (c, next) => {
    const shop = shopOf(shops, c.req.header('x-client-id'), c.req.header('x-client-secret'));
    if (shop === undefined) return respond(c, failedReply('SBX0401', undefined, 401));
    c.set('shop', shop);
    return next();
  });

/** Client API v3: a valid bearer token with the scope. */
export const scopeOnly = (scope: TokenScope, now: () => number) =>
  createMiddleware<Env>(async (c, next) => {
    const scopes = scopesOf(c.req.header('authorization'), now());
    if (scopes === null) return respond(c, clientFailure('401-001'));
    if (!scopes.includes(scope)) return respond(c, clientFailure('403-001', `${scope} is needed`));
    return next();
  });

/**
 * Client API v2: a valid bearer token of any scope, and a pair in X-Client-Id and X-Client-Secret:
 * the client's or a shop's.
 */
export const clientAndPair = (now: () => number, shops: TrainingShops) =>
  createMiddleware<Env>(async (c, next) => {
    const id = c.req.header('x-client-id');
    const secret = c.req.header('x-client-secret');
    const isValid = isPair(CLIENT, id, secret) || shopOf(shops, id, secret) !== undefined;
    if (!isValid || scopesOf(c.req.header('authorization'), now()) === null)
      return respond(c, failedReply('SBX0401', undefined, 401));
    return next();
  });
