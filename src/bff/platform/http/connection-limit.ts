import type { Server, Socket } from 'node:net';
import { networkOf } from './network-of.ts';

/**
 * Closes new connections of an address that has `max` open.
 * @param onRefused called for the first of them, and again only after the address had none open
 */
export function limitPerAddress(server: Server, max: number, onRefused: () => void): void {
  const open = new Map<string, { count: number; reported: boolean }>();
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? null);
    const known = open.get(network) ?? { count: 0, reported: false };
    if (known.count >= max) {
      socket.destroy();
      if (!known.reported) onRefused();
      known.reported = true;
      return;
    }
    known.count += 1;
    open.set(network, known);
    socket.once('close', () => {
      known.count -= 1;
      if (known.count === 0) open.delete(network);
    });
  });
}
