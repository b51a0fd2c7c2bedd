import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that came to the receiver, whatever it was answered. */
export interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A register's address for webhooks, which loses some requests and takes others without an answer. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/** @param moods how the first requests are met, one after the other: the connection is cut, before or after reading, or refused; then all goes well */
export async function startReceiver(moods: ('cut' | 'refuse' | 'take-and-cut')[]): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const mood = moods.shift() ?? 'well';
    if (mood === 'cut') return void request.socket.destroy();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (mood === 'refuse') return void response.writeHead(500).end();
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.push({ headers, body: Buffer.concat(chunks).toString('utf8') });
      if (mood === 'take-and-cut') return void request.socket.destroy();
      response.writeHead(204).end();
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
