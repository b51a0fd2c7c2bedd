import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'undici';

/** A line between a server and its issuer that counts searches and, where it is told to, loses answers of redemptions that were carried out. */
export interface Line {
  readonly port: number;
  searches(): number;
  /** From now on the answers to redemptions of these vouchers are lost. */
  lose(refs: readonly string[]): void;
  close(): Promise<void>;
}

export async function openLine(service: string, port: number): Promise<Line> {
  const pool = new Pool(service);
  const lost = new Set<string>();
  let searches = 0;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (path.endsWith('/actions/search')) searches += 1;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length', 'expect'].includes(name)),
    );
    const answer = await pool.request({ method, path, headers, ...(body.length > 0 && { body }) });
    const text = await answer.body.text();
    const isRedemption = method === 'POST' && /\/v1\/transactions(\?|$)/.test(path);
    if (isRedemption && [...lost].some((ref) => body.includes(ref))) return void request.socket.destroy();
    response.writeHead(answer.statusCode, { 'content-type': 'application/json', ...dateOf(answer.headers) });
    response.end(text);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    searches: () => searches,
    lose(refs) {
      for (const ref of refs) lost.add(ref);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.close();
    },
  };
}

/** The issuer's clock is seen by this header. */
function dateOf({ date }: Record<string, string | string[] | undefined>): Record<string, string> {
  return typeof date === 'string' ? { date } : {};
}
