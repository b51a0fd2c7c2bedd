import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One address by which a server reaches whichever database is the primary, as a load balancer or a name in a network gives. */
export interface Door {
  /** An address with the host and port of the door in place of its own. */
  at(url: string): string;
  /** Whoever is connected is thrown out; who comes next is led to this address, or for null to nobody. */
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
      /* A reset is a way to end. */
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
