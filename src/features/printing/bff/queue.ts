import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import { describeError } from '../../../bff/platform/base/logging.ts';
import { createLoop, interruptibleSleep } from '../../../bff/platform/base/loop.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { Problem } from '../../../bff/platform/http/problem.ts';
import { isReached, type ReachedKind, rasterSchema } from '../contract/printing.ts';
import { type AddressRules, pinned } from './address.ts';
import { type ConversationTimes, type PrintEnd, type PrinterLanguage, printOverConnection } from './conversation.ts';
import { ESC_POS } from './escpos.ts';
import type { Leftovers } from './leftovers.ts';
import { ADOPT_EVERY_MS, QUEUE_RETRY_AFTER_MS } from './limits.ts';
import type { PrinterRow, PrinterStore } from './printer-store.ts';
import type { PrintoutRow } from './printout-list.ts';
import type { PrintoutStore } from './printout-store.ts';
import { dotsOf } from './raster.ts';

export interface QueueDeps extends Pick<Ports, 'clock' | 'log'> {
  readonly printouts: PrintoutStore;
  readonly printers: PrinterStore;
  readonly shop: Scope;
  readonly leftovers: Leftovers;
  readonly keys: Pick<Keys, 'open'>;
  readonly addresses: AddressRules;
  readonly times?: ConversationTimes | undefined;
}

/**
 * Sends waiting printouts to printers that this server connects to, one document at a time for
 * each.
 */
export interface Queue {
  /**
   * Takes over unsent printouts of the last run, and regularly those of stopped servers. @throws if
   * the journal cannot be read or written
   */
  start(): Promise<void>;
  /** Checks for printouts that wait for a printer. */
  nudge(printerId: string): void;
  /** Stops between two documents; one that is being sent becomes unsure. */
  stop(): Promise<void>;
}

const LANGUAGES: Readonly<Record<ReachedKind, PrinterLanguage>> = { network: ESC_POS };

export function createQueue(deps: QueueDeps): Queue {
  const { shop, printouts, printers, leftovers, clock, log } = deps;
  const working = new Map<string, Promise<void>>();
  const adopting = createLoop({
    clock,
    log,
    firstMs: ADOPT_EVERY_MS,
    everyMs: ADOPT_EVERY_MS,
    work: adopt,
    failureMessage: 'failed to find waiting print jobs',
  });
  const { signal } = adopting;

  /**
   * Sends one document completely. @returns null if no document waits; else true if the next one
   * may follow immediately
   */
  async function sendNext(printerId: string): Promise<boolean | null> {
    await leftovers.tidy(shop);
    const next = await printouts.next(printerId);
    if (next === undefined) return null;
    const printer = await printers.find(printerId);
    if (printer === undefined)
      return printouts.step(next.id, { from: ['queued'], to: 'failed', reason: 'printer-gone' });
    const result = await sendToPrinter(deps, printer, next, signal);
    if (result.kind === 'not-wanted') return false;
    if (result.kind === 'not-sent') {
      await printers.noteState(printerId, result.state);
      return false;
    }
    log.info({ operationId: next.id, kind: 'printout', state: result.kind }, 'a printout was sent to a printer');
    /* Other servers may have considered this server dead, but its own result is more reliable. */
    if (result.kind === 'printed')
      await printouts.step(next.id, { from: ['sending', 'unsure'], to: 'printed', asOwner: true });
    else await printouts.step(next.id, { from: ['sending'], to: 'unsure', reason: result.reason, asOwner: true });
    return true;
  }

  async function work(printerId: string): Promise<void> {
    while (!signal.aborted) {
      try {
        const goesOn = await sendNext(printerId);
        if (goesOn === null) return;
        if (goesOn) continue;
      } catch (error) {
        log.error(describeError(error), 'failed to send a printout to a printer');
      }
      await interruptibleSleep(clock, QUEUE_RETRY_AFTER_MS, signal);
    }
  }

  function nudge(printerId: string): void {
    if (signal.aborted) return;
    const before = working.get(printerId);
    /* Checks once more after the current run, which may just have found no more work. */
    const mine: Promise<void> = (before ?? Promise.resolve())
      .then(() => work(printerId))
      .finally(() => {
        if (working.get(printerId) === mine) working.delete(printerId);
      });
    working.set(printerId, mine);
  }

  async function adopt(): Promise<void> {
    for (const printerId of await leftovers.adopt(shop)) if (!working.has(printerId)) nudge(printerId);
    await leftovers.tidy(shop);
    await leftovers.noteForgotten(shop);
  }

  return {
    async start() {
      await adopt();
      adopting.start();
    },
    nudge,
    async stop() {
      await Promise.all([adopting.stop(), ...working.values()]);
    },
  };
}

/**
 * Prints one document over one connection. An address that is no longer allowed counts as
 * unreachable.
 */
async function sendToPrinter(
  deps: QueueDeps,
  printer: PrinterRow,
  next: PrintoutRow,
  signal: AbortSignal,
): Promise<PrintEnd> {
  const { printers, printouts, keys, clock, log, addresses, times } = deps;
  const { kind, host, port } = printer;
  const { sealed } = next;
  if (!isReached(kind) || host === null || port === null || sealed === null) return { kind: 'not-wanted' };
  const address = await pinned({ host, port }, addresses).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    return null;
  });
  if (address === null) return { kind: 'not-sent', state: 'unreachable' };
  const language = LANGUAGES[kind];
  return printOverConnection({
    language,
    address,
    port,
    bytes: () =>
      language.encode(dotsOf(rasterSchema.parse(JSON.parse(keys.open(sealed)))), {
        cutter: printer.cutter === 1,
        drawer: next.drawer === 1,
      }),
    clock,
    signal,
    ...(times && { times }),
    begin: () => printouts.begin(next, true),
    onState: (state) => {
      printers
        .noteState(printer.id, state)
        .catch((error: unknown) => log.warn(describeError(error), 'failed to store the state of a printer'));
    },
  });
}
