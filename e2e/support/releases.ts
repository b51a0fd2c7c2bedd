import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import { freePort } from '../../src/testing/free-port.ts';

/** A server as browsers see it over two releases of the pages. */
export interface Releases {
  readonly origin: string;
  /** From now on, the service worker is a new version. */
  next(): void;
  close(): Promise<void>;
}

/**
 * A proxy that passes everything on unchanged, except the service worker after
 * {@link Releases.next}.
 */
export async function serveReleases(behind: string): Promise<Releases> {
  let suffix = '';
  const server = createServer((incoming, outgoing) => {
    const { 'accept-encoding': _packed, 'if-none-match': _known, ...headers } = incoming.headers;
    const passed = ask(new URL(incoming.url ?? '/', behind), { method: incoming.method ?? 'GET', headers }, (answer) => {
      const { 'content-length': _length, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(outgoing, { end: false });
      answer.on('end', () => outgoing.end(incoming.url === '/sw.js' ? suffix : ''));
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${port}`,
    next() {
      suffix = '\n/* the next release */';
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
