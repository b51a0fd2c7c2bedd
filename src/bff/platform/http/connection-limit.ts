import type { Server, Socket } from 'node:net';
import { networkOf } from './network-of.ts';

/**
 * Closes new connections of an address that has `max` open.
 * @param onRefused called for the first refused connection, and again only after all connections of
 * the address were closed
 */
export function limitPerAddress(server: Server, max: number, onRefused: () => void): void {
  const open = new Map<string, { count: number; reported: boolean }>();
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? null);
    const entry = open.get(network) ?? { count: 0, reported: false };
    if (entry.count >= max) {
      socket.destroy();
      if (!entry.reported) onRefused();
      entry.reported = true;
      return;
    }
    entry.count += 1;
    open.set(network, entry);
    socket.once('close', () => {
      entry.count -= 1;
      if (entry.count === 0) open.delete(network);
    });
  });
}
