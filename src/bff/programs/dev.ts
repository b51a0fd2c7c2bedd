import { createLogger } from '../base/logging.ts';
import { readConfig } from '../config/config.ts';
import { banner } from '../start/banner.ts';
import { type Service, startService } from '../start/service.ts';

/** The server for `npm run dev`, where Vite listens and serves the pages. */
export function startForDevelopment(): Promise<Service> {
  const config = readConfig(process.env);
  return startService({ config, log: createLogger(config.logLevel), pages: '' });
}

/** What to print once Vite listens. */
export function greeting({ setupCode }: Service, port: number): string {
  return banner({ config: { ...readConfig(process.env), host: 'localhost' }, port, setupCode });
}
