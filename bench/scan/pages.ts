import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { securityHeaders } from '../../src/bff/platform/http/headers.ts';
import { staticFiles } from '../../src/bff/platform/http/static.ts';

/** Beside the built bench, from where the bench runs. */
const BUILT = fileURLToPath(new URL('../bench-pages', import.meta.url));

/** The built bench pages on a port of their own. */
export interface BenchPages {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves the bench pages with the same headers as the server's own, so that what works here works there.
 * @param picture gives the bytes that `/picture/NAME` answers with, null where there are none
 * @param folder where the pages were built to
 */
export async function servePages(
  picture: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>,
  folder: string = BUILT,
): Promise<BenchPages> {
  const app = new Hono();
  app.use(securityHeaders(false, () => Promise.resolve(false)));
  app.get('/picture/:name', async (context) => {
    const bytes = await picture(context.req.param('name'));
    return bytes ? context.body(bytes) : context.notFound();
  });
  app.use(staticFiles(folder));
  const server = createServer((incoming, outgoing) => void getRequestListener(app.fetch)(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
