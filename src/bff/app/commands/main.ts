import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLogger, createLogTail, describeError, type Logger } from '../../platform/base/logging.ts';
import { readConfig } from '../../platform/config/config.ts';
import { environment } from '../../platform/config/environment.ts';
import { type Listening, listen } from '../../platform/http/listen.ts';
import { banner } from '../banner.ts';
import { DRAIN_MS } from '../limits.ts';
import { startRestartingService } from '../restarting-service.ts';
import type { Service } from '../service.ts';

/** The build puts the pages next to the server. */
const PAGES = fileURLToPath(new URL('../pwa', import.meta.url));

/** Files of this process are readable only by its owner, because the journal contains vouchers. */
process.umask(0o077);

try {
  const env = environment();
  const config = readConfig(env);
  const tail = createLogTail();
  const log = createLogger(config.logLevel, tail);
  stopOnUncaughtError(log);
  const service = await startRestartingService({
    config,
    env,
    log,
    recentLog: tail.text,
    pages: PAGES,
    runCommand,
  });
  const listening = await listen({ ...config, fetch: service.fetch, log });
  stopOnSignal(listening, service, log);
  process.stdout.write(banner({ config, port: listening.port, setupCode: service.setupCode }));
  service.listening();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The server could not start'}\n`);
  process.exit(1);
}

async function runCommand(name: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  const program = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  const command = promisify(execFile)(process.execPath, [program, ...args], { signal });
  if (command.child.pid !== undefined) setPriority(command.child.pid, constants.priority.PRIORITY_LOW);
  await command;
}

/**
 * Stops accepting connections, lets requests finish for a while, and closes the store.
 *
 * A second signal stops at once.
 */
function stopOnSignal(listening: Listening, service: Service, log: Logger): void {
  const stop = async (): Promise<void> => {
    log.info({}, 'stopping');
    service.drain();
    await listening.stop(DRAIN_MS);
    await service.close();
    log.info({}, 'stopped');
    process.exit(0);
  };
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      void stop();
    });
  }
}

/**
 * After an uncaught error, the state in memory is unreliable, but the journal is not. The process
 * therefore stops, and a supervisor restarts it.
 */
function stopOnUncaughtError(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.error(describeError(error), 'the server is stopping after an unexpected error');
    process.exit(1);
  });
}
