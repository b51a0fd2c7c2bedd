import { join } from 'node:path';
import { startService } from '../../bff/app/service.ts';
import { createLogger } from '../../bff/platform/base/logging.ts';
import { readConfig } from '../../bff/platform/config/config.ts';
import { listen } from '../../bff/platform/http/listen.ts';
import { launch, listening as whenListening } from '../crash/server.ts';

/** A server that is attacked. */
export interface AttackedServer {
  readonly origin: string;
  readonly pid: number;
  /** Everything that it has written. */
  log(): string;
  isAlive(): boolean;
  /** Ends it as its operator would; the journal stays. */
  stop(): Promise<void>;
}

/** Starts the built server as a separate process. @param program path of `main.js` */
export async function startProcess(program: string, env: Readonly<Record<string, string>>): Promise<AttackedServer> {
  const server = launch(program, env);
  const origin = await whenListening(server);
  return { origin, pid: server.pid, log: server.output, isAlive: () => !server.isGone(), stop: server.stop };
}

/** The same server inside this process, for specs that have no build. */
export async function startInside(env: Readonly<Record<string, string>>): Promise<AttackedServer> {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => lines.push(line) });
  const config = readConfig({ ...env, PORT: '0' });
  const service = await startService({ config, log, pages: join(config.dataDir, 'no-pages') });
  const listening = await listen({ ...config, port: 0, tls: null, fetch: service.fetch, log });
  let isAlive = true;
  return {
    origin: `http://${config.host}:${listening.port}`,
    pid: process.pid,
    log: () => lines.join(''),
    isAlive: () => isAlive,
    async stop() {
      isAlive = false;
      service.drain();
      await listening.stop(2_000);
      await service.close();
    },
  };
}
