import type { IncomingMessage, ServerResponse } from 'node:http';
import { relative } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite';
import type * as dev from '../bff/app/commands/dev.ts';
import { CONTENT_POLICY, policyText } from '../bff/platform/http/headers.ts';

type ServerModule = typeof dev;
type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

const SERVER_CODE = /^src\/(bff|contract|sandbox)\/(?!.*\.spec\.ts$)/;
/** Editors save in bursts. */
const SETTLE_MS = 100;

/**
 * Vite's client needs inline scripts and styles, a web socket and its own script addresses; the
 * built pages do not.
 */
const { 'require-trusted-types-for': _, 'trusted-types': __, ...policy } = CONTENT_POLICY;
const DEV_POLICY = policyText({
  ...policy,
  'script-src': `${policy['script-src']} 'unsafe-inline'`,
  'style-src': `${policy['style-src']} 'unsafe-inline'`,
  'connect-src': `${policy['connect-src']} ws: wss:`,
});

/**
 * `npm run dev`: the server's code runs inside Vite, answers /api, and restarts when it changes.
 * Nothing of this is in a build.
 */
export function devServer(): Plugin {
  return {
    name: 'tillside-dev-server',
    apply: 'serve',
    config: () => ({ server: { headers: { 'Content-Security-Policy': DEV_POLICY } } }),
    configureServer(vite) {
      const server = createReloadingServer(vite);
      vite.middlewares.use((incoming, outgoing, next) => {
        if (incoming.url?.startsWith('/api/')) server.answer(incoming, outgoing).catch(next);
        else next();
      });
      vite.watcher.on('change', (file) => {
        if (SERVER_CODE.test(relative(vite.config.root, file))) server.reload();
      });
      vite.httpServer?.once('listening', () => server.greet());
      vite.httpServer?.once('close', () => server.close());
    },
  };
}

/** Keeps the newest instance of the server's code running. */
function createReloadingServer(vite: ViteDevServer) {
  let current = start(vite);
  let pending: NodeJS.Timeout | undefined;
  const report = (error: unknown) =>
    vite.config.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  current.catch(report);

  const stop = (running: ReturnType<typeof start>) => running.then(({ service }) => service.close()).catch(report);
  const restart = () => {
    const previous = current;
    current = stop(previous).then(() => start(vite));
    current.then(() => vite.config.logger.info('server code reloaded', { timestamp: true })).catch(report);
  };

  return {
    answer: async (incoming: IncomingMessage, outgoing: ServerResponse) => (await current).listener(incoming, outgoing),
    reload() {
      clearTimeout(pending);
      pending = setTimeout(restart, SETTLE_MS);
    },
    greet() {
      const address = vite.httpServer?.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      current.then(({ module, service }) => vite.config.logger.info(module.greeting(service, port))).catch(report);
    },
    close() {
      clearTimeout(pending);
      void stop(current);
    },
  };
}

async function start(vite: ViteDevServer) {
  const { ssr } = vite.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment to run the server in');
  ssr.runner.clearCache();
  const module = await ssr.runner.import<ServerModule>('/src/bff/app/commands/dev.ts');
  const service = await module.startForDevelopment();
  const listener: Listener = getRequestListener((request) => service.fetch(request), { overrideGlobalObjects: false });
  return { module, service, listener };
}
