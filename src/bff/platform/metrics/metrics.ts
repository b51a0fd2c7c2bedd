import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type GapReason, gapReasonSchema } from '../../../contract/redemption/journal.ts';
import { isTenderOpen } from '../../../contract/redemption/tender.ts';
import type { CallLog } from '../../issuer/host.ts';
import type { TenderJournal, TenderRecord } from '../../redemption/journal/tender-store.ts';
import type { Changes } from '../../redemption/operation/changes.ts';

/** One answered request, by the pattern of its route. */
export interface ServedRequest {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
}

export interface OpenCount {
  readonly kind: string;
  readonly state: string;
  readonly count: number;
}

/** A number that is read when the metrics are. Its name begins with `tillside_`. */
export interface GaugeReading {
  readonly name: string;
  readonly help: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The build and the settings of a server that alerts distinguish. */
export interface BuildInfo {
  readonly version: string;
  readonly service: string;
  readonly store: string;
  readonly backups: 'on' | 'off';
}

/** Numbers as of now. */
export interface Readings {
  readonly open: readonly OpenCount[];
  readonly closed: GapReason | null;
  /** All shops; the slug is null for the shop of the settings. */
  readonly stopped: readonly { readonly slug: string | null; readonly isStopped: boolean }[];
  readonly build: BuildInfo;
  /** Gauges of the features. */
  readonly gauges: readonly GaugeReading[];
}

/** Numbers for monitoring. None of them identifies a voucher, a person or a device. */
export interface Metrics {
  served(request: ServedRequest): void;
  /** Counts the calls of a shop. @param shop its slug; `first` for the shop of the settings */
  counting(log: CallLog, shop: string): CallLog;
  /** Counts the outcomes of tenders. */
  follow(changes: Changes, journal: Pick<TenderJournal, 'recordAfter'>): void;
  /** All metrics in the text format of Prometheus. */
  text(readings: Readings): Promise<string>;
  readonly contentType: string;
}

/** The label of the shop of the settings. */
export const FIRST_SHOP_LABEL = 'first';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CALL_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SETTLE_SECONDS = [1, 2, 3, 5, 10, 20, 30, 60, 120, 210, 240, 300, 600];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'tillside_http_request_seconds',
    help: 'Duration of HTTP requests in seconds, by route',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const calls = new Histogram({
    name: 'tillside_issuer_call_seconds',
    help: 'Duration of calls to the voucher issuer in seconds; outcome is the HTTP status, or silence',
    labelNames: ['call', 'outcome'],
    buckets: CALL_SECONDS,
    registers,
  });
  const rejections = new Counter({
    name: 'tillside_issuer_rejections_total',
    help: 'Calls that the issuer answered with 401 or 403, by shop',
    labelNames: ['shop'],
    registers,
  });
  const tenders = new Counter({
    name: 'tillside_tender_changes_total',
    help: 'Tender state changes on this server',
    labelNames: ['state'],
    registers,
  });
  const verdicts = new Histogram({
    name: 'tillside_settle_seconds',
    help: 'Time from sending a tender to its verdict in seconds, for tenders with an initially unknown outcome',
    labelNames: ['state'],
    buckets: SETTLE_SECONDS,
    registers,
  });
  function changed(tender: TenderRecord): void {
    const { state, sentAt, changedAt } = tender.status;
    tenders.inc({ state });
    const wasUnclear = tender.facts.some(({ fact }) => fact.kind === 'unknown');
    if (wasUnclear && !isTenderOpen(state) && sentAt !== null) verdicts.observe({ state }, (changedAt - sentAt) / 1000);
  }

  return {
    served: ({ route, method, status, ms }) => requests.observe({ route, method, status }, ms / 1000),
    counting: (log, shop) => ({
      debug(fields, message) {
        const { call, status, ms } = fields;
        rejections.inc({ shop }, status === 401 || status === 403 ? 1 : 0);
        if (typeof call === 'string' && typeof ms === 'number') {
          calls.observe({ call, outcome: typeof status === 'number' ? String(status) : 'silence' }, ms / 1000);
        }
        log.debug(fields, message);
      },
    }),
    follow(changes, journal) {
      changes.on((change) => {
        const tender = journal.recordAfter(change);
        if (tender) changed(tender);
      });
    },
    text: async (readings) => [await registry.metrics(), await textOfGauges(gaugesOf(readings))].join('\n'),
    contentType: registry.contentType,
  };
}

function gaugesOf({ open, closed, stopped, build, gauges }: Readings): GaugeReading[] {
  const operations = 'Operations with an unknown outcome';
  const closedHelp = '1 while redeeming is paused because the journal may be missing confirmed redemptions, by reason';
  return [
    {
      name: 'tillside_build_info',
      help: 'Always 1; the labels are the version of this server and the settings that alerts depend on',
      labels: { ...build },
      value: 1,
    },
    ...open.map(({ kind, state, count }) => {
      const labels = { kind, state };
      return { name: 'tillside_open_operations', help: operations, labels, value: count };
    }),
    ...gapReasonSchema.options.map((reason) => {
      const value = reason === closed ? 1 : 0;
      return { name: 'tillside_shop_closed', help: closedHelp, labels: { reason }, value };
    }),
    ...stopped.map(({ slug, isStopped }) => ({
      name: 'tillside_shop_stopped',
      help: '1 while a shop cannot redeem because the issuer reports a different mid than its settings',
      labels: { shop: slug ?? FIRST_SHOP_LABEL },
      value: Number(isStopped),
    })),
    ...gauges,
  ];
}

function textOfGauges(readings: readonly GaugeReading[]): Promise<string> {
  const registry = new Registry();
  const gauges = new Map<string, Gauge>();
  for (const { name, help, labels = {}, value } of readings) {
    const gauge = gauges.get(name) ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] });
    gauges.set(name, gauge);
    gauge.set(labels, value);
  }
  return registry.metrics();
}
