import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';

/** A way to a server on this machine that a test can cut. */
export interface Cable {
  /** The server's address with the host and port of the cable. */
  readonly url: string;
  /** From now on, connections are refused and closed, as if the server had stopped. */
  refuse(): Promise<void>;
  /** From now on, nothing is transmitted and nothing is closed, as if the network had failed. */
  silence(): void;
  /**
   * Once a connection has sent these texts to the server in order, the cable falls silent before
   * the answer.
   */
  silenceAfter(...words: string[]): void;
  /** New connections work again. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Lays a cable to the host and port of an address. */
export async function layCable(url: string): Promise<Cable> {
  const { hostname, port } = new URL(url);
  const ends = new Set<Socket>();
  let silent = false;
  let lastWords: readonly string[] = [];
  let server: Server;
  let ownPort = 0;

  function join(near: Socket): void {
    const far = new Socket();
    /** The expected texts, and how many of them this connection has sent. */
    let heard = { words: lastWords, count: 0 };
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.on('data', (bytes) => {
        if (silent) return;
        other.write(bytes);
        if (heard.words !== lastWords) heard = { words: lastWords, count: 0 };
        const awaited = end === near ? heard.words[heard.count] : undefined;
        if (awaited !== undefined && bytes.includes(awaited)) heard.count += 1;
        silent = awaited !== undefined && heard.count === heard.words.length;
      });
      end.on('close', () => {
        ends.delete(end);
        if (!silent) other.destroy();
      });
      /* A reset is a way to end. */
      end.on('error', () => end.destroy());
    }
    if (!silent) far.connect(Number(port), hostname);
  }

  async function listen(): Promise<void> {
    server = createServer(join).listen(ownPort, '127.0.0.1');
    await once(server, 'listening');
    ownPort = (server.address() as AddressInfo).port;
  }

  async function refuse(): Promise<void> {
    silent = false;
    lastWords = [];
    const closed = once(server, 'close');
    server.close();
    for (const end of ends) end.destroy();
    await closed;
  }

  await listen();
  const own = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(ownPort) });
  return {
    url: own.href,
    refuse,
    silence() {
      silent = true;
    },
    silenceAfter(...words) {
      lastWords = words;
    },
    async mend() {
      if (server.listening) await refuse();
      await listen();
    },
    async close() {
      if (server.listening) await refuse();
    },
  };
}
