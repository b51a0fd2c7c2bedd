import { createServer, type Socket } from 'node:net';

/** One HTTP request as received. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A server whose test controls every byte of the answers, and which records requests. */
export interface RawServer {
  readonly origin: string;
  readonly requests: readonly RawRequest[];
  /** Connections that were opened so far. */
  connections(): number;
  close(): Promise<void>;
}

/** Starts a raw server on a free loopback port. `answer` has the socket to itself: it may write anything, destroy it, or stay silent. */
export async function startRawServer(answer: (request: RawRequest, socket: Socket) => void): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that aborts resets the connection, which these tests expect.
    socket.on('error', () => socket.destroy());
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const request = parseRequest(received);
      if (request === null) return;
      received = '';
      requests.push(request);
      answer(request, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the raw server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** A whole HTTP answer with a length, ready to be written. */
export function httpAnswer(status: number, body: string, headers: Record<string, string> = { 'content-type': 'application/json' }): string {
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `HTTP/1.1 ${status} Status\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Null until head and body are complete. */
function parseRequest(text: string): RawRequest | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [line = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(lines.map((header) => [header.split(':', 1)[0]?.toLowerCase(), header.replace(/^[^:]*:\s*/, '')]));
  const body = text.slice(end + 4);
  if (body.length < Number(headers['content-length'] ?? 0)) return null;
  const [method = '', target = ''] = line.split(' ');
  return { method, target, headers, body };
}
