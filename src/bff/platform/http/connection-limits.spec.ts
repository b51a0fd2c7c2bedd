import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectSecure } from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { TILL_CERTIFICATE } from '../../../testing/certificates.ts';
import { createLogger } from '../base/logging.ts';
import { type Listening, type ListenOptions, listen } from './listen.ts';
import { prepareText, servePrepared } from './prepared.ts';

const REQUEST = 'GET /api/openapi.json HTTP/1.1\r\nHost: till.example\r\n\r\n';
const folder = mkdtempSync(join(tmpdir(), 'tillside-limits-'));
const tls = { certFile: join(folder, 'till.pem'), keyFile: join(folder, 'till.key') };
writeFileSync(tls.certFile, TILL_CERTIFICATE.certificate);
writeFileSync(tls.keyFile, TILL_CERTIFICATE.key);

let server: Listening;
let sockets: Socket[] = [];
const logged: string[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  logged.length = 0;
  await server.stop(0);
});

async function start(options: Pick<ListenOptions, 'fetch'> & Partial<ListenOptions>): Promise<void> {
  const log = createLogger('info', { write: (line) => logged.push(line) });
  server = await listen({ host: '127.0.0.1', port: 0, tls: null, connectionsPerAddress: null, log, ...options });
}

/** Connects without reading. */
async function open(secure = false): Promise<Socket> {
  const at = { port: server.port, host: '127.0.0.1' };
  const socket = secure ? connectSecure({ ...at, rejectUnauthorized: false }) : connect(at);
  socket.on('error', () => socket.destroy());
  sockets.push(socket);
  await once(socket, secure ? 'secureConnect' : 'connect');
  return socket;
}

/** Reads until a number of answers have begun. */
async function readAnswers(socket: Socket, count: number): Promise<void> {
  let text = '';
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1');
  });
  await expect.poll(() => text.split('HTTP/1.1 200 OK').length - 1).toBe(count);
}

it.each([false, true])(
  'a burst of requests closes its connection, and few of them are handled (over TLS: %s)',
  async (secure) => {
    let handled = 0;
    const fetch = () => {
      handled += 1;
      return new Promise<Response>(() => {});
    };
    await start({ fetch, ...(secure && { tls }) });
    const bursts = await Promise.all([open(secure), open(secure), open(secure)]);
    const closed = bursts.map((socket) => once(socket.resume(), 'close'));
    for (const socket of bursts) socket.write(REQUEST.repeat(1_000));
    await Promise.all(closed);
    expect(handled).toBeLessThanOrEqual(bursts.length * LIMITS.openRequestsMax);
    expect(logged.filter((line) => line.includes('requests open'))).toHaveLength(1);
  },
);

it('a program that sends eight requests ahead gets all answers, repeatedly', async () => {
  await start({ fetch: () => new Response('done') });
  const socket = await open();
  socket.write(REQUEST.repeat(LIMITS.openRequestsMax));
  await readAnswers(socket, LIMITS.openRequestsMax);
  socket.removeAllListeners('data').write(REQUEST.repeat(LIMITS.openRequestsMax));
  await readAnswers(socket, LIMITS.openRequestsMax);
  expect(socket.destroyed).toBe(false);
});

it('a proxy that forwards the requests of many people in turn keeps its connection', async () => {
  await start({ fetch: () => new Response('done') });
  const socket = await open();
  for (let sent = 0; sent < 5 * LIMITS.openRequestsMax; sent += 1) {
    socket.write(REQUEST);
    await once(socket, 'data');
  }
  expect(socket.destroyed).toBe(false);
});

it('fifty registers behind one address can wait for fifty answers', async () => {
  let handled = 0;
  let answerAll = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  const fetch = async () => {
    handled += 1;
    await answered;
    return new Response('done');
  };
  await start({ fetch, connectionsPerAddress: 512 });
  const registers = await Promise.all(Array.from({ length: 50 }, () => open()));
  for (const socket of registers) socket.write(REQUEST);
  await expect.poll(() => handled).toBe(50);
  answerAll();
  await Promise.all(registers.map((socket) => readAnswers(socket, 1)));
});

it.each([false, true])('an answer that is never read is dropped with its connection (over TLS: %s)', async (secure) => {
  const document = prepareText('x'.repeat(32 * 1024 * 1024), 'text/plain');
  const fetch = ({ headers }: Request) => servePrepared(document, headers);
  await start({ fetch, unreadAnswerMs: 300, ...(secure && { tls }) });
  const socket = await open(secure);
  socket.pause().write(REQUEST);
  await expect.poll(() => logged.some((line) => line.includes('did not read')), { timeout: 18_000 }).toBe(true);
});

it('the limit for unread answers does not cut off a slow request', async () => {
  let answer = (): void => {};
  const fetch = () =>
    new Promise<Response>((resolve) => {
      answer = () => resolve(new Response('done'));
    });
  await start({ fetch, unreadAnswerMs: 100 });
  const slow = await open();
  slow.write(REQUEST);
  const idle = await open();
  /* The idle connection was opened later, and is closed when its time is over. */
  await once(idle.resume(), 'close');
  expect(slow.destroyed).toBe(false);
  answer();
  await readAnswers(slow, 1);
});
