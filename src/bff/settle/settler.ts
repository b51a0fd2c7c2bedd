import { isOpen } from '../../contract/tender.ts';
import { StaleTender, type TenderRecord } from '../journal/store.ts';
import { describeError, type Logger } from '../logging.ts';
import { nextAskMs } from './schedule.ts';
import { beginWatch, type SettleDeps, settleOnce } from './settle.ts';

/** Settles tenders in the background for as long as the server runs. */
export interface Settler {
  /**
   * Recovery at start, before the first request: an INTENT was never sent, a SENT has an unknown outcome; then every open tender is watched.
   * @throws when the journal cannot be read or written
   */
  recover(): Promise<void>;
  /** Takes over a tender whose outcome is not known, or whose outcome could not be written. Watching twice is watching once. */
  watch(tender: TenderRecord): void;
  /** Stops asking; resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

export interface SettlerOptions extends SettleDeps {
  readonly shop: string;
  readonly log: Logger;
}

/** Pause before the journal is tried again after it could not be read or written. */
const JOURNAL_RETRY_MS = 1_000;

export function createSettler(options: SettlerOptions): Settler {
  const { journal, clock, log, shop } = options;
  const watched = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  /** INTENT and SENT are states of an attempt under way; outside of one they mean what a crash left behind. */
  async function stranded(tender: TenderRecord): Promise<TenderRecord> {
    switch (tender.standing.state) {
      case 'intent':
        return journal.append(tender, { kind: 'not_sent', reason: 'the server stopped before anything was sent' });
      case 'sent':
        return journal.append(tender, { kind: 'unknown', reason: 'the server stopped while the answer was awaited' });
      default:
        return tender;
    }
  }

  async function follow(id: string): Promise<void> {
    let memory = beginWatch(clock);
    for (;;) {
      try {
        const read = await journal.read(shop, id);
        if (!read || !isOpen(read.standing.state)) return;
        const tender = await stranded(read);
        const withManager = tender.standing.state === 'manager';
        const waitMs = isOpen(tender.standing.state) ? nextAskMs({ elapsedMs: clock.monotonic() - memory.startedMs, withManager }) : null;
        if (waitMs === null) return;
        await clock.sleep(waitMs, stopping.signal);
        const settled = await settleOnce(options, tender, memory, stopping.signal);
        memory = settled.watch;
        log.info({ tenderId: id, state: settled.tender.standing.state, last4: tender.last4 }, 'asked the issuer about an unknown outcome');
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (!(error instanceof StaleTender))
          log.error({ tenderId: id, ...describeError(error) }, 'settling could not go on; it starts again from the journal');
        memory = { ...memory, nothingSinceMs: null };
        await clock.sleep(JOURNAL_RETRY_MS, stopping.signal).catch(() => undefined);
        if (stopping.signal.aborted) return;
      }
    }
  }

  function watch(tender: TenderRecord): void {
    if (watched.has(tender.id) || stopping.signal.aborted) return;
    watched.set(
      tender.id,
      follow(tender.id).finally(() => watched.delete(tender.id)),
    );
  }

  return {
    async recover() {
      for (const tender of await journal.open(shop)) {
        const known = await stranded(tender);
        log.warn({ tenderId: known.id, state: known.standing.state, last4: known.last4 }, 'recovered a tender that was under way');
        if (isOpen(known.standing.state)) watch(known);
      }
    },
    watch,
    async stop() {
      stopping.abort(new Error('the server is stopping'));
      await Promise.all(watched.values());
    },
  };
}
