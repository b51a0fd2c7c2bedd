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

export interface BackupStatus {
  /** Time of the newest complete backup, milliseconds UTC; null without one. */
  readonly lastAt: number | null;
  readonly isWell: boolean;
}

/** Numbers for monitoring. None of them identifies a voucher, a person or a device. */
export interface Metrics {
  served(request: ServedRequest): void;
  counting(log: CallLog): CallLog;
  /** Counts the outcomes of tenders. */
  follow(changes: Changes, journal: Pick<TenderJournal, 'recordAfter'>): void;
  /** All metrics in the text format of Prometheus. */
  text(open: readonly OpenCount[], backups: BackupStatus | null, closed: GapReason | null): Promise<string>;
  readonly contentType: string;
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CALL_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SETTLE_SECONDS = [1, 2, 3, 5, 10, 20, 30, 60, 120, 210, 240, 300, 600];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'tillside_http_request_seconds',
    help: 'Requests answered, by route',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const calls = new Histogram({
    name: 'tillside_issuer_call_seconds',
    help: 'Calls to the voucher issuer; outcome is the HTTP status, or silence',
    labelNames: ['call', 'outcome'],
    buckets: CALL_SECONDS,
    registers,
  });
  const tenders = new Counter({
    name: 'tillside_tender_changes_total',
    help: 'Times at which a tender came to a state on this server',
    labelNames: ['state'],
    registers,
  });
  const verdicts = new Histogram({
    name: 'tillside_settle_seconds',
    help: 'From sending to the verdict, of tenders whose outcome was not known at first',
    labelNames: ['state'],
    buckets: SETTLE_SECONDS,
    registers,
  });
  const open = new Gauge({
    name: 'tillside_open_operations',
    help: 'Operations whose outcome is not known',
    labelNames: ['kind', 'state'],
    registers,
  });
  const backedUp = new Gauge({
    name: 'tillside_backup_last_success_timestamp_seconds',
    help:
      'When the newest good backup was made, seconds since 1970 UTC; 0 for none. Not there where the server ' +
      'makes none',
    registers,
  });
  const backupTrouble = new Gauge({
    name: 'tillside_backup_trouble',
    help:
      '1 when the last backup failed, is overdue, or could not be restored in a trial. Not there where the server ' +
      'makes none',
    registers,
  });

  const shopClosed = new Gauge({
    name: 'tillside_shop_closed',
    help: '1 while nothing is redeemed, because the journal may lack what it had confirmed, by why that is supposed',
    labelNames: ['reason'],
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
    counting: (log) => ({
      debug(fields, message) {
        const { call, status, ms } = fields;
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
    async text(counts, backups, closed) {
      shopClosed.reset();
      for (const reason of gapReasonSchema.options) shopClosed.set({ reason }, reason === closed ? 1 : 0);
      backedUp.remove();
      backupTrouble.remove();
      if (backups) {
        backedUp.set((backups.lastAt ?? 0) / 1000);
        backupTrouble.set(backups.isWell ? 0 : 1);
      }
      open.reset();
      for (const { kind, state, count } of counts) open.set({ kind, state }, count);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
