import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { connect as connectSecure } from 'node:tls';
import { type Findings, ROUTES } from './access.ts';
import { startProbe } from './health.ts';
import { ownHeaders } from './shop.ts';
import { ask } from './wire.ts';

const CONNECTIONS = 64;
const MIB = 1024 * 1024;
const BODY_BYTES = 23 * MIB;
const CHUNK = Buffer.alloc(64 * 1024, 0x20);
/** Number of sequential requests that are answered while all connections are idle. */
const STILL_FOR = 200;
/** Half of all bodies would be 736 MiB. */
const GROWTH_MAX_BYTES = 200 * MIB;
/**
 * A route that was removed because it read this much from strangers, and every route with a body.
 */
const TARGETS: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/api/match'],
  ...ROUTES.filter(([, { request }]) => request !== null).map(
    ([, { method, path }]) => [method, path.replaceAll(/:\w+/g, '3f2b9c1e-0000-4000-a000-000000000001')] as const,
  ),
];

export interface HalfSentResult extends Findings {
  readonly grownMiB: number;
  readonly peakMiB: number;
  readonly longestMs: number;
}

/**
 * Opens many connections without a session, sends half of a large body on each, and stops.
 * Meanwhile the server must answer others, and must not hold the bodies in memory.
 */
export async function sendHalfBodies(origin: string, pid: number, healthWithinMs: number): Promise<HalfSentResult> {
  const before = memoryOf(pid).rss;
  const probe = startProbe(origin, pid);
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => sendHalf(origin, index)));
  let grown = 0;
  for (let asked = 0; asked < STILL_FOR; asked += 1) {
    await ask(origin, { method: 'GET', path: '/api/health' });
    grown = Math.max(grown, memoryOf(pid).rss - before);
  }
  const { longestMs, unanswered } = await probe.stop();
  for (const socket of sockets) socket.destroy();
  return {
    requests: CONNECTIONS,
    grownMiB: Math.round(grown / MIB),
    peakMiB: Math.round(memoryOf(pid).peak / MIB),
    longestMs,
    found: [
      ...(grown > GROWTH_MAX_BYTES ? [`half-sent bodies of strangers took ${Math.round(grown / MIB)} MiB of memory`] : []),
      ...(longestMs > healthWithinMs ? [`one answer of /api/health took ${longestMs} ms beside half-sent bodies`] : []),
      ...(unanswered > 0 ? [`/api/health was not answered ${unanswered} times beside half-sent bodies`] : []),
    ],
  };
}

/** Sends half of a body, with a length or in chunks, or as much as the server reads. */
async function sendHalf(origin: string, index: number): Promise<Socket> {
  const { hostname, port, protocol } = new URL(origin);
  const [method, path] = TARGETS[index % 2 === 0 ? 0 : index % TARGETS.length] ?? ['POST', '/api/match'];
  const isChunked = index % 4 > 1;
  const at = { host: hostname, port: Number(port) };
  const socket = protocol === 'https:' ? connectSecure({ ...at, rejectUnauthorized: false }) : connect(at);
  /* A server that closes the connection has sent its answer. */
  socket.on('error', () => socket.destroy()).resume();
  const next = (event: 'close' | 'drain') => new Promise<void>((resolve) => socket.once(event, () => resolve()));
  const gone = next('close');
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${BODY_BYTES}`;
  const headers = Object.entries(ownHeaders(origin, '')).map(([name, value]) => `${name}: ${value}`);
  socket.write([`${method} ${path} HTTP/1.1`, `Host: ${hostname}:${port}`, length, ...headers, '', ''].join('\r\n'));
  for (let sent = 0; sent < BODY_BYTES / 2 && !socket.destroyed; sent += CHUNK.length) {
    if (isChunked) socket.write(`${CHUNK.length.toString(16)}\r\n`);
    const taken = socket.write(CHUNK);
    if (isChunked) socket.write('\r\n');
    /* One turn per chunk: the requests are sent from this thread, too. */
    await (taken ? setImmediate() : Promise.race([next('drain'), gone]));
  }
  return socket;
}

/** Memory of a process in bytes: current and peak. */
export function memoryOf(pid: number): { readonly rss: number; readonly peak: number } {
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    /* Only Linux reports this, and only for running processes. */
  }
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { rss: bytes('VmRSS'), peak: bytes('VmHWM') };
}
