import { type Context, Hono } from 'hono';
import { isPair } from './auth.ts';
import { CLIENT } from './credentials.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { signToken, TOKEN_LIFE_S, TOKEN_SCOPES } from './tokens.ts';

/**
 * Token endpoints: OAuth 2.0 client credentials by form, the pair in the body or as Basic. The same
 * for v3 and v2.
 */
export function tokenRoutes({ now }: Pick<Deps, 'now'>): Hono<Env> {
  const issueToken = async (c: Context<Env>) => {
    const form = new URLSearchParams(await c.req.text());
    const [id, secret] = basicPair(c.req.header('authorization')) ?? [form.get('client_id'), form.get('client_secret')];
    c.header('Cache-Control', 'no-store');
    if (!isPair(CLIENT, id ?? undefined, secret ?? undefined)) return c.json({ error: 'invalid_client' }, 401);
    if (form.get('grant_type') !== 'client_credentials') return c.json({ error: 'unsupported_grant_type' }, 400);
    const scopes = form.get('scope')?.split(' ').filter(Boolean) ?? TOKEN_SCOPES;
    const granted = TOKEN_SCOPES.filter((scope) => scopes.includes(scope));
    if (granted.length < scopes.length) return c.json({ error: 'invalid_scope' }, 400);
    return c.json({
      access_token: signToken(granted, now()),
      token_type: 'Bearer',
      expires_in: TOKEN_LIFE_S,
      scope: granted.join(' '),
    });
  };
  return new Hono<Env>().post('/oauth/token', issueToken).post('/client/v2/connect/token', issueToken);
}

function basicPair(authorization: string | undefined): [string, string] | null {
  const encoded = /^Basic (\S+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':');
  return [formDecoded(id), formDecoded(secret.join(':'))];
}

/** Both halves of a Basic pair are form-encoded (RFC 6749, 2.3.1). */
function formDecoded(text: string): string {
  return new URLSearchParams(`text=${text}`).get('text') ?? '';
}
