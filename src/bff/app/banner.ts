import { TRAINING_PEOPLE } from '../access/people/training-people.ts';
import type { Config } from '../platform/config/config.ts';

export interface BannerOptions {
  readonly config: Pick<Config, 'host' | 'tls' | 'publicOrigin' | 'service'>;
  /** The bound port, which differs from a configured 0. */
  readonly port: number;
  /** Null once the shop is set up. */
  readonly setupCode: string | null;
}

/** Returns the lines printed after a start, for the person who started the server. */
export function banner({ config, port, setupCode }: BannerOptions): string {
  const practice = config.service === 'sandbox';
  const lines = [
    `Tillside  ${config.publicOrigin ?? localAddress(config, port)}`,
    ...(practice ? ['Training mode: the built-in voucher service is in use. No real voucher can be redeemed.'] : []),
    ...(setupCode === null ? [] : [`Set-up code: ${setupCode}`]),
    ...(practice ? TRAINING_PEOPLE.map(({ name, pin }) => `${name}: PIN ${pin}`) : []),
  ];
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
}

/** An address that works in a browser on this machine. */
function localAddress({ host, tls }: BannerOptions['config'], port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}:${port}`;
}
