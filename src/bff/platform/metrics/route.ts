import { X509Certificate } from 'node:crypto';
import type { Kysely } from 'kysely';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { sha256 } from '../../access/rate-limits/codes.ts';
import { IS_OPEN } from '../../redemption/operation/statements.ts';
import type { Gate } from '../../redemption/recovery/gate.ts';
import { readStoppedShops } from '../../redemption/recovery/mid-check.ts';
import { readSmallFile } from '../base/small-file.ts';
import { type Problem, refuse } from '../http/problem.ts';
import type { Router, StreamRequest } from '../http/route.ts';
import { acrossShops } from '../store/across-shops.ts';
import type { Schema } from '../store/schema.ts';
import type { BuildInfo, GaugeReading, Metrics } from './metrics.ts';

export interface MetricsRouteDeps {
  readonly onStream: Router['onStream'];
  readonly metrics: Metrics;
  readonly db: Kysely<Schema>;
  readonly gate: Pick<Gate, 'closedFor'>;
  readonly build: BuildInfo;
  /** The certificate of this server; null without one. */
  readonly certFile: string | null;
  readonly gauges: () => Promise<readonly GaugeReading[]>;
  /**
   * Null if no token is set: only this machine can read the metrics, or no caller at all if
   * `tokenOnly`.
   */
  readonly token: string | null;
  /**
   * Requires the token from every client: behind a proxy, all of them appear to be this machine.
   * With real vouchers, not every program on this machine should read the metrics either.
   */
  readonly tokenOnly: boolean;
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Adds the metrics, for this machine or a holder of the token. */
export function metricsRoute(deps: MetricsRouteDeps): void {
  const { onStream, metrics, db, gate, token, tokenOnly, build, certFile, gauges } = deps;
  onStream(endpoints.metrics, async ({ headers, remoteAddress }) => {
    const hasToken = token !== null && sha256(headers.get('authorization') ?? '') === sha256(`Bearer ${token}`);
    if (!hasToken && (tokenOnly || !isThisMachine({ headers, remoteAddress }))) throw notForYou();
    const rows = await acrossShops(db)
      .selectFrom('operation')
      .select(['kind', 'state', (e) => e.fn.countAll<number>().as('count')])
      .where('open', '=', IS_OPEN)
      .groupBy(['kind', 'state'])
      .execute();
    const text = await metrics.text({
      open: rows,
      closed: gate.closedFor()?.reason ?? null,
      stopped: await readStoppedShops(acrossShops(db)),
      build,
      gauges: [...certificateExpiry(certFile), ...(await gauges())],
    });
    return { contentType: metrics.contentType, body: new Blob([text]).stream() };
  });
}

/** Read each time, because a certificate is renewed while the server runs. */
function certificateExpiry(certFile: string | null): GaugeReading[] {
  if (certFile === null) return [];
  const { validTo } = new X509Certificate(readSmallFile(certFile));
  const help = 'Time at which the certificate of this server expires, in seconds since 1970 UTC';
  return [{ name: 'tillside_certificate_expiry_timestamp_seconds', help, value: Date.parse(validTo) / 1000 }];
}

function isThisMachine({
  headers,
  remoteAddress,
}: Pick<StreamRequest<typeof endpoints.metrics>, 'headers' | 'remoteAddress'>): boolean {
  return remoteAddress !== null && LOOPBACK.test(remoteAddress) && FORWARDED.every((name) => !headers.has(name));
}

function notForYou(): Problem {
  return refuse('not-allowed', { message: 'Metrics can be read only from this machine.' });
}
