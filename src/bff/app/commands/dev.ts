import { createLogger } from '../../platform/base/logging.ts';
import { readConfig } from '../../platform/config/config.ts';
import { environment } from '../../platform/config/environment.ts';
import { banner } from '../banner.ts';
import { type Service, startService } from '../service.ts';

/** Starts the server for `npm run dev`, where Vite listens and serves the pages. */
export function startForDevelopment(): Promise<Service> {
  const config = readConfig(environment());
  return startService({ config, log: createLogger(config.logLevel), pages: '' });
}

/** The text to print once Vite listens. */
export function greeting({ setupCode }: Service, port: number): string {
  return banner({ config: { ...readConfig(environment()), host: 'localhost' }, port, setupCode });
}
