import { failureOf, isProblem, isRefusal } from '../../api/failure.ts';
import type { PageDeps } from '../../api/page.ts';
import { createFollower } from '../../pending-operations/follow.ts';
import type { ReadableStore } from '../../pending-operations/state-store.ts';
import { REFUSED_MAX_MS, REFUSED_RETRY_MS, SEND_AFTER_MS } from '../limits.ts';
import type { DueOutbox, StoredReport } from './due-outbox.ts';
import { saleDueOf } from './due-report.ts';
import type { Till } from './till.ts';

interface DueSenderDeps extends Pick<PageDeps, 'call' | 'now' | 'sleep' | 'mayQuery'> {
  readonly outbox: DueOutbox;
  readonly till: ReadableStore<Till>;
  readonly reportStorageFailure: () => void;
}

export interface DueSender {
  /** Sends the reports that the server lacks. `all`: also those that a restore may have lost. */
  readonly sendStored: (all?: boolean) => Promise<void>;
}

/**
 * Reports the amounts of the till's sales to the server, in the background. A report is stored, and
 * repeated until the server has it.
 */
export function createDueSender({ outbox, till, reportStorageFailure, ...deps }: DueSenderDeps): DueSender {
  const { call, now, sleep } = deps;
  const pending = new Map<string, StoredReport>();
  const refused = new Set<string>();
  let { sale: last } = till.state();
  const follow = createFollower<Pick<StoredReport, 'id'>>({
    ...deps,
    isOpen: ({ id }) => pending.has(id) && !refused.has(id),
    query: send,
    firstMs: SEND_AFTER_MS,
  });

  async function send({ id }: Pick<StoredReport, 'id'>): Promise<void> {
    const report = pending.get(id);
    if (report === undefined) return;
    try {
      await call('putSaleDue', { params: { id }, body: report.body });
    } catch (error) {
      if (!isRefusal(failureOf(error)) || isProblem(error, 'journal-gap')) return;
      if (now() - report.savedAt < REFUSED_MAX_MS) return void retryLater(id);
    }
    // The amounts may have changed in the meantime.
    if (pending.get(id) === report) pending.delete(id);
    await outbox.save({ ...report, sent: true }).catch(reportStorageFailure);
  }

  async function retryLater(id: string): Promise<void> {
    refused.add(id);
    await sleep(REFUSED_RETRY_MS);
    refused.delete(id);
    follow({ id });
  }

  function add(report: StoredReport): void {
    pending.set(report.id, report);
    follow(report);
  }

  till.subscribe(() => {
    const { sale } = till.state();
    const body = sale.dueReport === last.dueReport ? null : saleDueOf(sale);
    last = sale;
    if (body === null) return;
    const report = { id: sale.id, body, savedAt: now(), sent: false };
    outbox.save(report).catch(reportStorageFailure);
    add(report);
  });
  return {
    async sendStored(all = false) {
      const stored = await outbox.reports().catch(reportStorageFailure);
      for (const report of stored ?? []) if (!pending.has(report.id) && (all || !report.sent)) add(report);
    },
  };
}
