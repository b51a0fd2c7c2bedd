import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { LIMITS } from '../../../contract/access/limits.ts';
import { errorCode, type Logger } from '../base/logging.ts';
import { describeUnreadable, readSmallFile } from '../base/small-file.ts';
import { type ExceededLimit, limitConnections } from './connection-limits.ts';
import { IDLE_SWEEP_MS, LISTEN_CONNECTIONS_MAX } from './limits.ts';
import { problemBody, refuse } from './problem.ts';

/** A request that has not arrived completely by then is cut off at the next check. */
export interface ArrivalLimits {
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  readonly connectionsCheckingInterval: number;
}
const ARRIVAL_LIMITS: ArrivalLimits = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
};

export interface Connection {
  /** The remote address, which may be a proxy. */
  readonly remoteAddress?: string | undefined;
}

export type Fetch = (request: Request, connection?: Connection) => Response | Promise<Response>;

export interface ListenOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Null: plain HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  readonly fetch: Fetch;
  /** Connections per address; null: no limit, because all connections come from one proxy. */
  readonly connectionsPerAddress: number | null;
  readonly log: Logger;
  readonly arrivalLimits?: ArrivalLimits;
  /** Longest time without progress in an answer; the usual one by default. */
  readonly unreadAnswerMs?: number;
}

export interface Listening {
  readonly port: number;
  /**
   * Accepts no more connections and lets requests finish; after `patienceMs` the remaining
   * connections are closed.
   */
  stop(patienceMs: number): Promise<void>;
}

/**
 * Opens the socket.
 * @throws Error that names the setting if the port is taken or the certificate is unusable
 */
export async function listen({ host, port, tls, log, ...options }: ListenOptions): Promise<Listening> {
  const server = createServer(tls, { ...options, log });
  server.maxConnections = LISTEN_CONNECTIONS_MAX;
  const silent = silentConnections(server, tls !== null);
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new Error(describeListenFailure(codeOf(error), { host, port }), { cause: error });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async stop(patienceMs) {
      const closed = once(server, 'close');
      server.close();
      // Browsers open connections ahead of need, and keep them after the last response; both would
      // delay the end.
      for (const socket of silent) socket.destroy();
      const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
      const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(impatience);
    },
  };
}

/** Describes why a server cannot listen, and what to do, by the code of the error. */
export function describeListenFailure(code: string, { host, port }: Pick<ListenOptions, 'host' | 'port'>): string {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT ${port} is in use: stop the program that uses it, or set another PORT`;
    case 'EACCES':
      return (
        `PORT ${port} is not allowed for this account (EACCES): use a PORT of 1024 or higher and let a proxy ` +
        'forward to it, or start the server with systemd and AmbientCapabilities=CAP_NET_BIND_SERVICE'
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine (${code}): correct it, or use 127.0.0.1 or 0.0.0.0 (all)`;
    default:
      return `the server cannot listen on HOST ${host} and PORT ${port} (${code}): change them`;
  }
}

const EXCEEDED: Readonly<Record<ExceededLimit, string>> = {
  connections: 'an address reached CONNECTIONS_PER_ADDRESS: further connections are refused',
  'open-requests': `a connection was closed: it had ${LIMITS.openRequestsMax} requests open and sent another`,
  'unread-answer': 'a connection was closed: its client did not read the response',
};

/** Connections that have not sent a request yet: Node does not count them as idle. */
function silentConnections(server: Server, isTls: boolean): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
}

const NO_ADDRESS = refuse('bad-request', { message: 'This is not a valid address on this server.' });

/** A path that does not form a URL with its host is rejected before it becomes a request. */
function isAddressable({ headers: { host } }: Pick<IncomingMessage, 'headers'>): boolean {
  return host === undefined || URL.canParse(`http://${host}/`);
}

function createServer(
  tls: ListenOptions['tls'],
  options: Pick<ListenOptions, 'fetch' | 'arrivalLimits' | 'unreadAnswerMs' | 'connectionsPerAddress' | 'log'>,
): Server {
  const { fetch, arrivalLimits = ARRIVAL_LIMITS, connectionsPerAddress, unreadAnswerMs, log } = options;
  const listener = getRequestListener((request, { incoming }) =>
    fetch(request, { remoteAddress: incoming.socket.remoteAddress }),
  );
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!isWithinLimits(incoming, outgoing)) return;
    if (isAddressable(incoming)) return listener(incoming, outgoing);
    outgoing.writeHead(400, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Connection: 'close' });
    outgoing.end(JSON.stringify(problemBody(NO_ADDRESS, randomUUID())));
  };
  const server = tls ? createSecureServer(tls, arrivalLimits) : createHttpServer(arrivalLimits);
  const isWithinLimits = limitConnections(server, {
    perAddress: connectionsPerAddress,
    unreadAnswerMs,
    onClosed: (limit) => log.warn({}, EXCEEDED[limit]),
  });
  return server.on('request', (incoming, outgoing) => void handle(incoming, outgoing));
}

function createSecureServer(tls: NonNullable<ListenOptions['tls']>, arrivalLimits: ArrivalLimits): Server {
  const cert = readPem('TLS_CERT_FILE', tls.certFile);
  const key = readPem('TLS_KEY_FILE', tls.keyFile);
  try {
    return createHttpsServer({ ...arrivalLimits, cert, key });
  } catch (error) {
    throw new Error(`TLS_CERT_FILE and TLS_KEY_FILE do not contain a certificate and its key: ${codeOf(error)}`, {
      cause: error,
    });
  }
}

function readPem(setting: string, file: string): Buffer {
  try {
    return readSmallFile(file);
  } catch (error) {
    throw new Error(`${setting} ${describeUnreadable(file, error)}`, { cause: error });
  }
}

function codeOf(error: unknown): string {
  return errorCode(error) ?? 'unknown reason';
}
