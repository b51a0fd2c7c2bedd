import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT } from './credentials.ts';
import { FORM, NOON, type SpecSandbox, startForSpec } from './spec-kit.ts';
import { signToken } from './tokens.ts';

let kit: SpecSandbox;
beforeAll(async () => {
  kit = await startForSpec();
});
afterAll(() => kit.sandbox.close());

const buy = (form: Record<string, string>, headers = {}) =>
  kit.send('POST', '/oauth/token', new URLSearchParams(form).toString(), { ...FORM, ...headers });
const pair = { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret };
const grant = { grant_type: 'client_credentials' };

describe('the token endpoint', () => {
  it('issues a token of an hour for the client’s credentials, with all scopes unless some are requested', async () => {
    const reply = await buy({ ...grant, ...pair });
    expect(reply.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'read_catalogue read_vouchers issue_vouchers',
    });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect((await buy({ ...grant, ...pair, scope: 'read_vouchers' })).at('scope')).toBe('read_vouchers');
  });

  it('accepts the credentials as Basic authentication', async () => {
    const basic = Buffer.from(`${CLIENT.clientId}:${CLIENT.clientSecret}`).toString('base64');
    expect((await buy(grant, { authorization: `Basic ${basic}` })).status).toBe(200);
  });

  it.each([
    ['a wrong secret', { ...grant, ...pair, client_secret: 'guess' }, 401, 'invalid_client'],
    ['no pair', grant, 401, 'invalid_client'],
    ['another grant', { ...pair, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['an unknown scope', { ...grant, ...pair, scope: 'everything' }, 400, 'invalid_scope'],
  ])('refuses %s', async (_, form, status, error) => {
    const reply = await buy(form);
    expect([reply.status, reply.body]).toEqual([status, { error }]);
  });
});

describe('the client API', () => {
  const browse = async (token: string) => {
    const reply = await kit.send('GET', '/client/v3/products', undefined, { authorization: `Bearer ${token}` });
    return reply.status === 200 ? 200 : [reply.status, reply.at('error.code')];
  };

  it('accepts a token for an hour, and not a second longer', async () => {
    const token = signToken(['read_catalogue'], NOON);
    expect(await browse(token)).toBe(200);
    kit.clock.now = NOON + 3_600_000 - 1;
    expect(await browse(token)).toBe(200);
    kit.clock.now = NOON + 3_600_000;
    expect(await browse(token)).toEqual([401, '401-001']);
    kit.clock.now = NOON;
  });

  it('refuses a token whose claims were changed', async () => {
    const [header, , signature] = signToken(['read_vouchers'], NOON).split('.');
    const [, claims] = signToken(['read_catalogue'], NOON).split('.');
    expect(await browse(`${header}.${claims}.${signature}`)).toEqual([401, '401-001']);
  });

  it.each(['', 'not-a-token', 'a.b.c', 'a.b.c.d'])('refuses the token "%s"', async (token) => {
    expect(await browse(token)).toEqual([401, '401-001']);
  });

  it.each([
    ['GET', '/client/v3/products', 'read_catalogue'],
    ['GET', '/client/v3/products/ABCV010SG01', 'read_catalogue'],
    ['GET', '/client/v3/vouchers/00000000-0000-4000-8000-000000000001', 'read_vouchers'],
    ['GET', '/client/v3/vouchers?id=00000000-0000-4000-8000-000000000001', 'read_vouchers'],
    ['POST', '/client/v3/products/ABCV010SG01', 'issue_vouchers'],
  ] as const)('%s %s needs the scope %s', async (method, path, scope) => {
    const others = ['read_catalogue', 'read_vouchers', 'issue_vouchers'].filter((other) => other !== scope);
    const body = method === 'POST' ? {} : undefined;
    const without = await kit.send(method, path, body, await kit.bearer(others.join(' ')));
    expect([without.status, without.at('error.code')]).toEqual([403, '403-001']);
    expect((await kit.send(method, path, body, await kit.bearer(scope))).status).not.toBe(403);
  });
});
