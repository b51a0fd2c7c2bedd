import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { securityHeaders } from '../../src/bff/platform/http/headers.ts';
import { staticFiles } from '../../src/bff/platform/http/static.ts';

/** Next to the built bench. */
const BUILT = fileURLToPath(new URL('../bench-pages', import.meta.url));

/** The built bench pages on a separate port. */
export interface BenchPages {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves the bench pages with the headers of the server, so that both behave alike.
 * @param picture returns the bytes for `/picture/NAME`, or null
 * @param folder of the built pages
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
