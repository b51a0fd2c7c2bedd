import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '../../../contract/access/limits.ts';
import { networkOf } from './network-of.ts';

/** Which limit closed a connection. */
export type ExceededLimit = 'connections' | 'open-requests' | 'unread-answer';

export interface ConnectionLimits {
  /** Connections per address; null: no limit. */
  readonly perAddress: number | null;
  /**
   * Called for the first connection of an address that a limit closes, and again only after all of
   * its connections were closed.
   */
  readonly onClosed: (limit: ExceededLimit) => void;
  /** Longest time without progress in an answer; the usual one by default. */
  readonly unreadAnswerMs?: number | undefined;
}

/**
 * Limits what one client can make the server hold: connections per address, requests of one
 * connection that are not answered and read, and the time that an answer waits to be read.
 * @returns false for a request that must not be handled, because its connection was closed
 */
export function limitConnections(
  server: Server,
  { perAddress, onClosed, unreadAnswerMs = LIMITS.unreadAnswerMs }: ConnectionLimits,
): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const networks = new Map<string, { count: number; reported: Set<ExceededLimit> }>();
  const openRequests = new WeakMap<Socket, number>();
  const entryOf = (network: string) => networks.get(network) ?? { count: 0, reported: new Set<ExceededLimit>() };

  function close(socket: Socket, limit: ExceededLimit, { reported } = entryOf(networkOfSocket(socket))): void {
    socket.destroy();
    if (!reported.has(limit)) onClosed(limit);
    reported.add(limit);
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOfSocket(socket);
    const entry = entryOf(network);
    if (perAddress !== null && entry.count >= perAddress) return close(socket, 'connections', entry);
    entry.count += 1;
    networks.set(network, entry);
    socket.once('close', () => {
      entry.count -= 1;
      if (entry.count === 0) networks.delete(network);
    });
  });
  /* Node emits this for a connection without progress, and for one that is kept alive too long. */
  server.setTimeout(unreadAnswerMs, (socket: Socket) => {
    if (socket.writableLength > 0) close(socket, 'unread-answer');
    else if ((openRequests.get(socket) ?? 0) === 0) socket.destroy();
  });

  return ({ socket }, outgoing) => {
    if (socket.destroyed) return false;
    const open = openRequests.get(socket) ?? 0;
    if (open >= LIMITS.openRequestsMax) {
      dropParsedRequests(socket);
      close(socket, 'open-requests');
      return false;
    }
    openRequests.set(socket, open + 1);
    outgoing.once('close', () => openRequests.set(socket, (openRequests.get(socket) ?? 1) - 1));
    return true;
  };
}

/**
 * Node parses what arrived together up to its end, a thousand requests, although the socket is
 * destroyed, and then makes an error for each. Without its callback they are dropped.
 */
function dropParsedRequests({ parser }: Socket & { readonly parser?: { onIncoming: () => number } | null }): void {
  if (parser) parser.onIncoming = () => 0;
}

const networkOfSocket = ({ remoteAddress }: Socket) => networkOf(remoteAddress ?? null);
