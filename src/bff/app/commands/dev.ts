import { createLogger } from '../../platform/base/logging.ts';
import { readConfig } from '../../platform/config/config.ts';
import { banner } from '../banner.ts';
import { type Service, startService } from '../service.ts';

/** Starts the server for `npm run dev`, where Vite listens and serves the pages. */
export function startForDevelopment(): Promise<Service> {
  const config = readConfig(process.env);
  return startService({ config, log: createLogger(config.logLevel), pages: '' });
}

/** The text to print once Vite listens. */
export function greeting({ setupCode }: Service, port: number): string {
  return banner({ config: { ...readConfig(process.env), host: 'localhost' }, port, setupCode });
}
