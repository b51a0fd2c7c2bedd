import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectSecure } from 'node:tls';
import type { Findings } from './access.ts';
import { memoryOf } from './half-sent.ts';
import { startProbe } from './health.ts';
import { ask } from './wire.ts';

const MIB = 1024 * 1024;
const PIPELINED = 4_000;
/** What browsers and proxies of one address can hold open. */
const CROWDS = [1, 4, 60] as const;
const PROGRAM_AHEAD = 8;
const ROUND_MS = 2_000;
/** Judged as growth, because a spec's process also holds the attacker, the issuer and the specs before it. */
const GROWTH_MAX_BYTES = 256 * MIB;

export interface UnreadResult extends Findings {
  readonly lines: readonly string[];
}

/**
 * Pipelines requests for the largest public answers on one or many connections and never reads.
 * Meanwhile the server must answer others and stay small. A program that sends a few requests ahead
 * must get its answers.
 */
export async function leaveAnswersUnread(origin: string, pid: number, healthWithinMs: number): Promise<UnreadResult> {
  const found: string[] = [];
  const lines: string[] = [];
  const before = memoryOf(pid).rss;
  const paths = ['/api/openapi.json', '/api/docs', '/', ...(await largestAssets(origin))];
  for (const crowd of CROWDS) {
    for (const ahead of [PIPELINED, PROGRAM_AHEAD]) {
      const probe = startProbe(origin, pid);
      const sockets = Array.from({ length: crowd }, (_, index) => sendUnread(origin, paths[index % paths.length] ?? '/', ahead));
      let grown = 0;
      for (let waited = 0; waited < ROUND_MS; waited += 50) {
        await pause(50);
        grown = Math.max(grown, memoryOf(pid).rss - before);
      }
      const { longestMs, unanswered } = await probe.stop();
      for (const socket of sockets) socket.destroy();
      const name = `${crowd} connections with ${ahead} requests and unread answers`;
      lines.push(`${name}: memory grew by ${Math.round(grown / MIB)} MiB, longest answer of /api/health ${longestMs} ms`);
      if (grown > GROWTH_MAX_BYTES) found.push(`${name}: the server grew by ${Math.round(grown / MIB)} MiB`);
      if (longestMs > healthWithinMs) found.push(`${name}: one answer of /api/health took ${longestMs} ms`);
      if (unanswered > 0) found.push(`${name}: /api/health was not answered ${unanswered} times`);
    }
  }
  const answered = await readAhead(origin);
  if (answered !== PROGRAM_AHEAD) found.push(`a program that sent ${PROGRAM_AHEAD} requests ahead got ${answered} answers`);
  return { requests: 2 * CROWDS.length, lines, found };
}

async function largestAssets(origin: string): Promise<string[]> {
  const { text } = await ask(origin, { method: 'GET', path: '/' });
  return [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].flatMap(([, path]) => path ?? []);
}

function open(origin: string): Socket {
  const { hostname, port, protocol } = new URL(origin);
  const at = { host: hostname, port: Number(port) };
  const socket = protocol === 'https:' ? connectSecure({ ...at, rejectUnauthorized: false }) : connect(at);
  return socket.on('error', () => socket.destroy());
}

const requests = (origin: string, path: string, count: number) =>
  `GET ${path} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n\r\n`.repeat(count);

function sendUnread(origin: string, path: string, count: number): Socket {
  const socket = open(origin).pause();
  socket.write(requests(origin, path, count));
  return socket;
}

/** Returns how many of a program's pipelined requests were answered. */
async function readAhead(origin: string): Promise<number> {
  const socket = open(origin);
  let text = '';
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1');
  });
  socket.write(requests(origin, '/api/health', PROGRAM_AHEAD));
  const count = () => text.split('HTTP/1.1 200 OK').length - 1;
  for (let waited = 0; waited < ROUND_MS && count() < PROGRAM_AHEAD; waited += 50) await pause(50);
  socket.destroy();
  return count();
}
