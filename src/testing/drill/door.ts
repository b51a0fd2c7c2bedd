import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A stable address of the current primary database, like that of a load balancer or a DNS name. */
export interface Door {
  /** An address with the host and port of this one. */
  at(url: string): string;
  /** Closes all connections, and leads new ones to this address; null: nowhere. */
  leadTo(url: string | null): void;
  close(): Promise<void>;
}

export async function openDoor(): Promise<Door> {
  const ends = new Set<Socket>();
  let target: URL | null = null;
  const server = createServer((near) => {
    if (target === null) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.on('close', () => {
        ends.delete(end);
        other.destroy();
      });
      /* A reset also ends the connection. */
      end.on('error', () => end.destroy());
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const throwOut = () => {
    for (const end of ends) end.destroy();
  };
  return {
    at: (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    leadTo(url) {
      target = url === null ? null : new URL(url);
      throwOut();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      throwOut();
      await closed;
    },
  };
}
