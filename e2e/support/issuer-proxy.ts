import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { freePort } from '../../src/testing/free-port.ts';

/**
 * The fate of one request for vouchers.
 * - `only`: only this number of vouchers is issued, and the answer is a 207
 * - `lose`: it is carried out, and the connection breaks before the answer
 * - `hold`: it never arrives, and stays open
 * - `hold-answer`: it is carried out, and its answer never comes; the connection stays open
 */
export type Fate = { readonly only: number } | 'lose' | 'hold' | 'hold-answer';

/** A proxy between the server and the issuer's client API. */
export interface IssuerProxy {
  readonly origin: string;
  /** Key and quantity of each request for vouchers, in order. */
  readonly asked: readonly { readonly key: string; readonly quantity: number }[];
  /** From now on passes everything on to there. */
  leadTo(service: string): void;
  /** Sets the fate of the request with this number, from 1. */
  decide(number: number, fate: Fate): void;
  /** Resolves when the request with this number has reached the point that its fate allows. */
  reached(number: number): Promise<void>;
  close(): Promise<void>;
}

const ISSUE = /^\/client\/v3\/products\/[^/]+$/;
const PARTIAL = { code: '207-762', message: 'Only some of the vouchers were issued', documentation: '', details: '' };

/** Starts a proxy that passes requests on by default. */
export async function startIssuerProxy(): Promise<IssuerProxy> {
  const asked: { key: string; quantity: number }[] = [];
  const fates = new Map<number, Fate>();
  const arrived = new Map<number, () => void>();
  const waits = new Map<number, Promise<void>>();
  let target = new URL('http://127.0.0.1:9');

  function reached(number: number): Promise<void> {
    const known = waits.get(number);
    if (known) return known;
    const wait = new Promise<void>((resolve) => arrived.set(number, resolve));
    waits.set(number, wait);
    return wait;
  }

  /** Sends a request on with another body, and returns the response. */
  function forward(
    incoming: IncomingMessage,
    body: string,
  ): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }> {
    return new Promise((resolve, reject) => {
      const { method, headers, url: path } = incoming;
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const onward = request({ host: target.hostname, port: target.port, method, path, headers: { ...headers, ...length } }, (answer) => {
        void readAll(answer).then((text) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, text }));
      });
      onward.on('error', reject);
      onward.end(body);
    });
  }

  async function serveIssue(incoming: IncomingMessage, outgoing: ServerResponse, body: string): Promise<void> {
    const { quantity } = JSON.parse(body) as { quantity: number };
    asked.push({ key: String(incoming.headers['idempotency-key']), quantity });
    const number = asked.length;
    const fate = fates.get(number);
    const tell = () => {
      void reached(number);
      arrived.get(number)?.();
    };
    if (fate === 'hold') return tell();
    if (typeof fate === 'object') {
      const { text } = await forward(incoming, JSON.stringify({ ...(JSON.parse(body) as object), quantity: fate.only }));
      outgoing.writeHead(207, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ ...(JSON.parse(text) as object), error: PARTIAL }));
      return tell();
    }
    const { status, headers, text } = await forward(incoming, body);
    if (fate === 'lose') incoming.socket.resetAndDestroy();
    if (fate === undefined) {
      delete headers['transfer-encoding'];
      outgoing.writeHead(status, headers);
      outgoing.end(text);
    }
    tell();
  }

  async function passOn(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming);
    if (incoming.method === 'POST' && ISSUE.test(incoming.url ?? '')) return serveIssue(incoming, outgoing, body);
    const { status, headers, text } = await forward(incoming, body);
    delete headers['transfer-encoding'];
    outgoing.writeHead(status, headers);
    outgoing.end(text);
  }

  const port = await freePort();
  const proxy = createServer((incoming, outgoing) => {
    passOn(incoming, outgoing).catch(() => outgoing.destroy());
  }).listen(port, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    leadTo: (service) => {
      target = new URL(service);
    },
    decide: (number, fate) => void fates.set(number, fate),
    reached,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

async function readAll(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
