import { createServer, type Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/access/limits.ts';
import { createManualClock } from '../../testing/clock.ts';
import { createIssuerRig } from '../../testing/issuer/issuer-rig.ts';
import { httpAnswer, startRawServer } from '../../testing/raw-server.ts';
import { systemClock } from '../platform/base/ports.ts';
import { type ExchangeOptions, exchange, type Reply } from './exchange.ts';

const rig = createIssuerRig();
afterEach(() => rig.close());

function post(
  origin: string,
  more: Partial<Pick<ExchangeOptions, 'timeoutMs' | 'onFirstByte' | 'signal' | 'dispatcher' | 'clock'>> = {},
): Promise<Reply> {
  const dispatcher =
    more.dispatcher ?? new Client(origin, { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 1000 } });
  rig.closing({ close: () => dispatcher.destroy() });
  const outgoing = {
    method: 'POST',
    path: '/take',
    headers: { 'x-client-secret': 'canary' },
    body: '{"ref":"4000123456"}',
  } as const;
  return exchange({
    timeoutMs: 5000,
    answerBytesMax: LIMITS.answerBytesMax,
    clock: systemClock,
    ...more,
    dispatcher,
    outgoing,
  });
}

describe('one HTTP exchange with the issuer', () => {
  it('returns the whole answer, whatever its status', async () => {
    const server = await rig.serve(() => httpAnswer(418, '{"tea":true}'));
    expect(await post(server.origin)).toEqual({ kind: 'answer', status: 418, text: '{"tea":true}' });
    expect(server.requests).toHaveLength(1);
  });

  it('calls onFirstByte before the server received anything', async () => {
    const server = await rig.serve(() => httpAnswer(200, '{}'));
    const seen: number[] = [];
    await post(server.origin, { onFirstByte: () => seen.push(server.requests.length) });
    expect(seen).toEqual([0]);
  });

  it('does not send a request that is stopped before the first byte', async () => {
    const server = await rig.serve(() => httpAnswer(200, '{}'));
    const stop = () => {
      throw new Error('too late, and the ref is 4000123456');
    };
    expect(await post(server.origin, { onFirstByte: stop })).toEqual({
      kind: 'silence',
      sent: false,
      reason: 'stopped before the first byte',
    });
    await server.close();
    expect(server.requests).toEqual([]);
  });

  it('reports “not sent” when the connection is refused', async () => {
    const server = await startRawServer(() => undefined);
    await server.close();
    expect(await post(server.origin)).toEqual({ kind: 'silence', sent: false, reason: 'ECONNREFUSED' });
  });

  it('reports “not sent” when the host does not exist', async () => {
    expect(await post('http://no-such-host.invalid')).toMatchObject({ kind: 'silence', sent: false });
  });

  it('reports “not sent” when TLS fails', async () => {
    const port = await startPlainSpeaker();
    expect(await post(`https://127.0.0.1:${port}`)).toMatchObject({ kind: 'silence', sent: false });
  });

  it('reports “not sent” when no connection was made in time', async () => {
    const dispatcher = new Client('http://127.0.0.1:1', { connect: () => undefined });
    expect(await post('', { dispatcher, timeoutMs: 50 })).toEqual({
      kind: 'silence',
      sent: false,
      reason: 'timed out',
    });
  });

  it('does not send a request on a connection that opens after the deadline', async () => {
    const server = await rig.serve(() => httpAnswer(200, '{}'));
    const connectNow = buildConnector({});
    let connectLate: () => void = () => undefined;
    const dispatcher = new Client(server.origin, {
      connect: (options, callback) => {
        connectLate = () => connectNow(options, callback);
      },
    });
    expect(await post('', { dispatcher, timeoutMs: 30 })).toEqual({
      kind: 'silence',
      sent: false,
      reason: 'timed out',
    });
    connectLate();
    await dispatcher.close();
    expect(server.connections()).toBe(1);
    expect(server.requests).toEqual([]);
  });

  const broken: [string, (socket: Socket) => void][] = [
    ['the connection is reset', (socket) => socket.resetAndDestroy()],
    ['the connection is closed', (socket) => socket.end()],
    [
      'it is reset after the head',
      (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n', () => socket.resetAndDestroy()),
    ],
    ['half a body comes', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"meta":')],
    [
      'half a chunked body comes',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n8\r\n{"meta":\r\n'),
    ],
    ['the answer is no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
    [
      'the server wants another protocol',
      (socket) => socket.end('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
    ['an unasked 100 comes', (socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n`)],
    ['the head never ends', (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}`)],
  ];
  it.each(broken)('reports “sent, no answer” when %s', async (_name, misbehave) => {
    const server = await rig.serve((_request, socket) => {
      misbehave(socket);
    });
    expect(await post(server.origin)).toMatchObject({ kind: 'silence', sent: true });
    expect(server.requests).toHaveLength(1);
    expect(server.connections()).toBe(1);
  });

  it('ignores an early hint', async () => {
    const server = await rig.serve((_request, socket) =>
      socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${httpAnswer(200, '{}')}`),
    );
    expect(await post(server.origin)).toEqual({ kind: 'answer', status: 200, text: '{}' });
  });

  it('ends at the deadline if the server never answers', async () => {
    const clock = createManualClock();
    const server = await rig.serve(() => void clock.advance(60));
    expect(await post(server.origin, { timeoutMs: 60, clock })).toEqual({
      kind: 'silence',
      sent: true,
      reason: 'timed out',
    });
  });

  it('ends at the same deadline if the answer trickles in', async () => {
    const clock = createManualClock();
    const trickle = async (socket: Socket) => {
      for (let bytes = 0; bytes < 15; bytes += 1) {
        socket.write(' ');
        await clock.advance(10);
      }
    };
    const server = await rig.serve((_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      void trickle(socket);
    });
    expect(await post(server.origin, { timeoutMs: 150, clock })).toEqual({
      kind: 'silence',
      sent: true,
      reason: 'timed out',
    });
  });

  it('ends when the answer exceeds the size limit', async () => {
    const body = 'x'.repeat(LIMITS.answerBytesMax + 1);
    const server = await rig.serve(() => httpAnswer(200, body));
    expect(await post(server.origin, { timeoutMs: 10_000 })).toEqual({
      kind: 'silence',
      sent: true,
      reason: 'answer too large',
    });
  });

  it('stops when the caller aborts', async () => {
    const giveUp = new AbortController();
    const server = await rig.serve(() => giveUp.abort());
    expect(await post(server.origin, { signal: giveUp.signal })).toEqual({
      kind: 'silence',
      sent: true,
      reason: 'cancelled',
    });
  });

  it('does not send a request if the caller aborted before it began', async () => {
    const server = await rig.serve(() => httpAnswer(200, '{}'));
    const dispatcher = new Client(server.origin);
    expect(await post('', { dispatcher, signal: AbortSignal.abort() })).toEqual({
      kind: 'silence',
      sent: false,
      reason: 'cancelled',
    });
    await dispatcher.close();
    expect(server.requests).toEqual([]);
  });

  it.each([301, 302, 303, 307, 308])('returns a redirect %i and does not follow it', async (status) => {
    const elsewhere = await rig.serve(() => httpAnswer(200, '{}'));
    const server = await rig.serve(() => httpAnswer(status, '', { location: `${elsewhere.origin}/take` }));
    expect(await post(server.origin)).toMatchObject({ kind: 'answer', status });
    expect(elsewhere.connections()).toBe(0);
  });

  it('is never written twice, even if the dispatcher retries', async () => {
    const starts: unknown[] = [];
    const start = (handler: Dispatcher.DispatchHandler) => {
      const controller = {
        aborted: false,
        paused: false,
        reason: null,
        abort: () => undefined,
        pause: () => undefined,
        resume: () => undefined,
      };
      try {
        handler.onRequestStart?.(controller, {});
        starts.push('written');
      } catch (error) {
        starts.push(error);
        handler.onResponseError?.(controller, new Error('refused'));
      }
    };
    const dispatcher = new Client('http://127.0.0.1:1');
    dispatcher.dispatch = (_options, handler) => {
      start(handler);
      start(handler);
      return true;
    };
    expect(await post('', { dispatcher })).toMatchObject({ kind: 'silence', sent: true });
    expect(starts).toEqual(['written', expect.any(Error)]);
  });
});

/** A server without TLS, so that a TLS handshake fails. */
async function startPlainSpeaker(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.resume().end('hello\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  rig.closing({ close: () => new Promise((resolve) => server.close(resolve)) });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
