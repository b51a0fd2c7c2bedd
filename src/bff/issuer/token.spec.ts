import { afterEach, describe, expect, it } from 'vitest';
import { createIssuerRig, jsonAnswer } from '../../testing/issuer/issuer-rig.ts';
import { httpAnswer, type RawRequest, type RawServer } from '../../testing/raw-server.ts';
import { type Clock, systemClock } from '../platform/base/ports.ts';
import { createClientApi } from './client-api.ts';
import { createPauses } from './pause.ts';
import { createTokens } from './token.ts';

const rig = createIssuerRig();
afterEach(() => rig.close());

const source = (server: RawServer) =>
  ({
    kind: 'fetched',
    url: `${server.origin}/oauth/token?tenant=1`,
    clientId: 'till',
    clientSecret: 'canary-secret',
  }) as const;

function tokensAt(server: RawServer, clock: Clock = systemClock) {
  const lines: string[] = [];
  const log = {
    debug: (fields: Record<string, unknown>, message: string) => lines.push(JSON.stringify(fields) + message),
  };
  const tokens = rig.closing(createTokens({ source: source(server), clock, pauses: createPauses(clock)(''), log }));
  return { tokens, lines };
}

describe('the token of the client API', () => {
  it('is fetched with client credentials in a form', async () => {
    const server = await rig.serve(() => jsonAnswer({ access_token: 'abc', expires_in: 3600 }));
    expect(await tokensAt(server).tokens.current()).toEqual({ ok: true, token: 'abc' });
    expect(server.requests[0]).toMatchObject({ method: 'POST', target: '/oauth/token?tenant=1' });
    expect(server.requests[0]?.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' });
    expect(Object.fromEntries(new URLSearchParams(server.requests[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'till',
      client_secret: 'canary-secret',
      scope: 'issue_vouchers read_vouchers read_catalogue',
    });
  });

  it('is fetched once for all callers, and reused until it expires', async () => {
    let now = 0;
    const server = await rig.serve((_request, _socket, index) =>
      jsonAnswer({ access_token: `t${index}`, expires_in: '3600' }),
    );
    const { tokens } = tokensAt(server, { ...systemClock, monotonic: () => now });
    await Promise.all([tokens.current(), tokens.current(), tokens.current()]);
    now = 3_539_000;
    expect(await tokens.current()).toEqual({ ok: true, token: 't0' });
    expect(server.requests).toHaveLength(1);
    now = 3_541_000;
    expect(await tokens.current()).toEqual({ ok: true, token: 't1' });
  });

  it('is used for a minimum time even if it expires sooner', async () => {
    const server = await rig.serve((_request, _socket, index) =>
      jsonAnswer({ access_token: `t${index}`, expires_in: 30 }),
    );
    const { tokens } = tokensAt(server);
    await tokens.current();
    await tokens.current();
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['a refusal', jsonAnswer({ error: 'invalid_client', secret: 'canary-secret' }, 401)],
    ['no token', jsonAnswer({ expires_in: 3600 })],
    ['a token that would inject a header', jsonAnswer({ access_token: 'a\r\nx-evil: 1' })],
    ['HTML', httpAnswer(200, '<html>')],
  ])('is not obtained from %s, and is requested again after a pause', async (_name, answer) => {
    const server = await rig.serve(() => answer);
    let now = 0;
    const { tokens, lines } = tokensAt(server, { ...systemClock, monotonic: () => now });
    const result = await tokens.current();
    expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(/^no token: HTTP \d+$/) });
    expect(await tokens.current()).toEqual(result);
    expect(server.requests).toHaveLength(1);
    now = 1_000;
    await tokens.current();
    expect(server.requests).toHaveLength(2);
    expect(lines.join()).not.toMatch(/canary-secret|oauth/);
  });
});

describe('calls with a token', () => {
  const api = (server: RawServer) => {
    const client = { baseUrl: server.origin, token: source(server), pair: null };
    return rig.closing(
      createClientApi({ client, clock: systemClock, timeoutMs: 1000, pauses: createPauses(systemClock)('') }),
    );
  };
  const isToken = (request: RawRequest) => request.target.startsWith('/oauth');
  const read = { read: (body: unknown) => body };

  it('get a new token for the next call after a 403', async () => {
    let made = 0;
    const server = await rig.serve((request) => {
      if (isToken(request)) return jsonAnswer({ access_token: `t${made++}`, expires_in: 3600 });
      return request.headers['authorization'] === 'Bearer t0' ? httpAnswer(403, '{}') : jsonAnswer({});
    });
    const client = api(server);
    const call = { name: 'product', path: '/v3/products/A' };
    expect(await client.askV3(call, read)).toMatchObject({ outcome: 'unclear' });
    expect(await client.askV3(call, read)).toMatchObject({ outcome: 'found' });
  });

  it('get a new token once after a 401', async () => {
    let made = 0;
    const server = await rig.serve((request) => {
      if (isToken(request)) return jsonAnswer({ access_token: `t${made++}`, expires_in: 3600 });
      return request.headers['authorization'] === 'Bearer t1' ? jsonAnswer({ fine: true }) : jsonAnswer({}, 401);
    });
    const asked = await api(server).askV3({ name: 'x', path: '/v3/products' }, read);
    expect(asked).toEqual({ outcome: 'found', value: { fine: true } });
    expect(server.requests).toHaveLength(4);
  });

  it('share one new token if several get a 401 at the same time', async () => {
    let made = 0;
    const server = await rig.serve((request) => {
      if (isToken(request)) return jsonAnswer({ access_token: `t${made++}`, expires_in: 3600 });
      return request.headers['authorization'] === 'Bearer t0' ? jsonAnswer({}, 401) : jsonAnswer({ fine: true });
    });
    const client = api(server);
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => client.askV3({ name: 'x', path: '/v3/products' }, read)),
    );
    expect(asked.every(({ outcome }) => outcome === 'found')).toBe(true);
    expect(server.requests.filter(isToken)).toHaveLength(2);
  });

  it('return a second 401 to the caller', async () => {
    const server = await rig.serve((request) =>
      isToken(request) ? jsonAnswer({ access_token: 't', expires_in: 3600 }) : jsonAnswer({}, 401),
    );
    expect(await api(server).askV3({ name: 'x', path: '/v3/products' }, read)).toEqual({
      outcome: 'unclear',
      reason: 'HTTP 401',
    });
    expect(server.requests).toHaveLength(4);
  });

  it('are not made without a token', async () => {
    const server = await rig.serve(() => jsonAnswer({}, 503));
    const client = api(server);
    expect(await client.askV3({ name: 'x', path: '/v3/products' }, read)).toEqual({
      outcome: 'unclear',
      reason: 'no token: HTTP 503',
    });
    expect(await client.sendV3({ name: 'x', path: '/v3/products/a', headers: {}, body: '{}' })).toMatchObject({
      sent: false,
    });
    expect(server.requests.every(isToken)).toBe(true);
  });

  it('never count as “not sent” if the first attempt was answered with a 401', async () => {
    const answering = await rig.serve(() => jsonAnswer({}, 401));
    const issuing = await rig.serve((_request, socket, index) => {
      const token = jsonAnswer({ access_token: `t${index}`, expires_in: 3600 });
      if (index === 0) return token;
      return void answering.close().then(() => socket.write(token));
    });
    const client = { baseUrl: answering.origin, token: source(issuing), pair: null };
    const calls = rig.closing(
      createClientApi({ client, clock: systemClock, timeoutMs: 5000, pauses: createPauses(systemClock)('') }),
    );
    const reply = await calls.sendV3({ name: 'x', path: '/v3/products/a', headers: {}, body: '{}' });
    expect(reply).toEqual({ kind: 'silence', sent: true, reason: 'ECONNREFUSED' });
    expect(answering.requests).toHaveLength(1);
  });
});
