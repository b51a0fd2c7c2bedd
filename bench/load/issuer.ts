import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBook } from './issuer-book.ts';
import { midOf, shopOfClient } from './job.ts';

/**
 * An issuer without delays in a separate process. Every ref is a voucher with the same balance,
 * redemptions are in a ledger, searches return its rows, checks are logged as rows of type Other,
 * and other shops trade at the configured rate. Nothing is on a disk.
 */
const book = createBook();
const SEARCH = /^\/merchant\/v1\/transactions\/actions\/search$/;
const REDEEM = /^\/merchant\/v1\/transactions(?:\?|$)/;
const CHECK = /^\/merchant\/v1\/vouchers\/ETX_001-([A-Za-z0-9]+)$/;

interface Answer {
  readonly status: number;
  readonly text: string;
}

const failed = (status: number, code: string): Answer => ({
  status,
  text: `{"meta":{"status":"failed","messages":[{"code":"${code}","level":"error","text":"no"}]}}`,
});
const succeeded = (data: string, beside = ''): Answer => ({ status: 200, text: `{"data":${data}${beside},"meta":{"status":"succeeded"}}` });
const plain = (value: unknown): Answer => ({ status: 200, text: JSON.stringify(value) });

function answer(method: string, path: string, body: string, mid: string): Answer {
  const [, checked] = CHECK.exec(path) ?? [];
  if (method === 'GET' && checked !== undefined) return succeeded(book.check(checked, mid));
  if (method === 'POST' && SEARCH.test(path)) return succeeded(book.search(JSON.parse(body) as Parameters<typeof book.search>[0]));
  if (method === 'POST' && REDEEM.test(path)) {
    const captured = book.redeem(JSON.parse(body) as Parameters<typeof book.redeem>[0], mid);
    return captured === null ? failed(400, 'ERV0010') : succeeded(captured.data, captured.beside);
  }
  if (path === '/bench/counts') return plain(book.counts());
  if (path === '/bench/ledger') return plain(book.taken());
  if (method === 'POST' && path === '/bench/trade') {
    const { perSecond, sinceMs } = JSON.parse(body) as { perSecond: number; sinceMs: number };
    book.trade(perSecond, sinceMs);
    return plain({});
  }
  return failed(404, 'ERV0001');
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
}

const server = createServer((request, response) => {
  textOf(request).then(
    (body) => {
      const mid = midOf(shopOfClient(String(request.headers['x-client-id'])));
      const { status, text } = answer(request.method ?? 'GET', request.url ?? '/', body, mid);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
    },
    () => request.socket.destroy(),
  );
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
