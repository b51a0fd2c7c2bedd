import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that arrived, regardless of its response. */
export interface Received {
  /** UTC ms. */
  readonly at: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * A register's address for webhooks, which loses some requests and accepts others without an
 * answer.
 */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/**
 * The handling of a request: the connection is cut, before or after reading; it is refused, before
 * or after it is processed; its answer is late.
 */
export type Mood = 'well' | 'cut' | 'refuse' | 'take-and-cut' | 'take-and-refuse' | 'late';
const LATE_MS = 1_500;

/**
 * @param moods for the first requests in order, after which all succeed; or a function for each
 * request
 */
export async function startReceiver(moods: Mood[] | (() => Mood)): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const mood = (typeof moods === 'function' ? moods() : moods.shift()) ?? 'well';
    if (mood === 'cut') return void request.socket.destroy();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (mood === 'refuse') return void response.writeHead(500).end();
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.push({ at: Date.now(), headers, body: Buffer.concat(chunks).toString('utf8') });
      if (mood === 'take-and-cut') return void request.socket.destroy();
      const answer = () => void response.writeHead(mood === 'take-and-refuse' ? 500 : 204).end();
      if (mood === 'late') setTimeout(answer, LATE_MS);
      else answer();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tillside`,
    received,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
