import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { getRequestListener } from '@hono/node-server';

/** A request that has not arrived as a whole after this is cut off. */
const LIMITS_OF_A_REQUEST = { requestTimeout: 30_000, headersTimeout: 10_000 };
const IDLE_SWEEP_MS = 50;

export interface ListenOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Null: plain HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  readonly fetch: (request: Request) => Response | Promise<Response>;
}

export interface Listening {
  readonly port: number;
  /** Takes no more connections and lets requests finish; after `patienceMs` the rest is cut off. */
  stop(patienceMs: number): Promise<void>;
}

/**
 * Opens the socket.
 * @throws Error when the port is taken or the certificate cannot be read
 */
export async function listen({ host, port, tls, fetch }: ListenOptions): Promise<Listening> {
  const server = createServer(tls, fetch);
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async stop(patienceMs) {
      const closed = once(server, 'close');
      server.close();
      // Browsers keep a connection open after its last answer, and that would hold up the end.
      const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
      const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(impatience);
    },
  };
}

function createServer(tls: ListenOptions['tls'], fetch: ListenOptions['fetch']): Server {
  const listener = getRequestListener(fetch);
  const handle: typeof listener = (incoming, outgoing) => listener(incoming, outgoing);
  if (!tls) return createHttpServer(LIMITS_OF_A_REQUEST, handle);
  return createHttpsServer({ ...LIMITS_OF_A_REQUEST, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) }, handle);
}
