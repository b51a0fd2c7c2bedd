import { fileURLToPath } from 'node:url';
import { createLogger, describeError, type Logger } from '../../platform/base/logging.ts';
import { readConfig } from '../../platform/config/config.ts';
import { type Listening, listen } from '../../platform/http/listen.ts';
import { banner } from '../banner.ts';
import { logIssuerFaults } from '../check-issuer.ts';
import { adviceOn } from '../config-advice.ts';
import { startLasting } from '../lasting-service.ts';
import type { Service } from '../service.ts';

/**
 * How long requests may continue after a signal to stop.
 *
 * Redemptions are in the journal and are settled after the next start.
 */
const DRAIN_MS = 8_000;
/** The build puts the pages next to the server. */
const PAGES = fileURLToPath(new URL('../pwa', import.meta.url));

/** Files of this process are private to its owner, above all the journal. */
process.umask(0o077);

try {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  stopOnSurprise(log);
  for (const { words } of adviceOn(config, process.env)) log.warn({}, words);
  const service = await startLasting({ config, log, pages: PAGES });
  const listening = await listen({ ...config, fetch: service.fetch, log });
  stopOnSignal(listening, service, log);
  process.stdout.write(banner({ config, port: listening.port, setupCode: service.setupCode }));
  void logIssuerFaults(config, log);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The server could not start'}\n`);
  process.exit(1);
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
function stopOnSurprise(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.error(describeError(error), 'the server stops after an unexpected error');
    process.exit(1);
  });
}
