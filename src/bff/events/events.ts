import type { Change as ToldChange } from '../../contract/change.ts';
import { LIMITS } from '../../contract/limits.ts';
import { mayActAs } from '../../contract/people.ts';
import { describeError, type Logger } from '../base/logging.ts';
import type { Clock } from '../base/ports.ts';
import type { Caller } from '../http/caller.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import type { Change, Changes } from '../operation/changes.ts';

export interface EventsDeps {
  readonly changes: Changes;
  readonly journal: Pick<TenderJournal, 'read' | 'told'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Tells pages at once that something changed, so that no screen has to be loaded again. */
export interface Events {
  /**
   * A stream of server-sent events for one page. It ends when the page goes, when it may no longer listen, when the same person opens too many on the
   * same device, and when the server stops. Nothing depends on it: a page that missed an event sees the change when it asks.
   */
  open(caller: Caller, isStillAllowed: () => Promise<boolean>): ReadableStream<Uint8Array>;
  /** Ends every stream. */
  close(): void;
}

/** A page that does not read is not written to for ever; it comes back by itself. */
const QUEUED_MAX = 100;

interface Listener {
  readonly caller: Caller;
  readonly end: () => void;
}

export function createEvents({ changes, journal, clock, log }: EventsDeps): Events {
  const listeners = new Set<Listener>();

  function makeRoom({ device, person }: Caller): void {
    const same = [...listeners].filter(({ caller }) => caller.device.id === device.id && caller.person.id === person.id);
    for (const { end } of same.slice(0, Math.max(0, same.length - LIMITS.eventStreamsMax + 1))) end();
  }

  function open(caller: Caller, isStillAllowed: () => Promise<boolean>): ReadableStream<Uint8Array> {
    makeRoom(caller);
    const stopping = new AbortController();
    const listener: Listener = { caller, end: () => stopping.abort() };
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const stopListening = changes.on((change) => {
            tell(change).catch((error: unknown) => log.warn(describeError(error), 'a change could not be told to a page'));
          });
          const write = (text: string) => {
            if (stopping.signal.aborted) return;
            if ((controller.desiredSize ?? 0) <= 0) return listener.end();
            controller.enqueue(ENCODER.encode(text));
          };
          const tell = async (change: Change) => {
            for (const told of await toldTo(caller, change, journal)) {
              write(`event: changed\ndata: ${JSON.stringify(told)}\n\n`);
            }
          };
          stopping.signal.addEventListener('abort', () => {
            stopListening();
            listeners.delete(listener);
            closeQuietly(controller);
          });
          listeners.add(listener);
          write('retry: 2000\n\n');
          void beat(clock, isStillAllowed, write, stopping.signal).finally(listener.end);
        },
        cancel: listener.end,
      },
      new CountQueuingStrategy({ highWaterMark: QUEUED_MAX }),
    );
  }

  return {
    open,
    close() {
      for (const { end } of listeners) end();
    },
  };
}

const ENCODER = new TextEncoder();

/** Keeps the connection alive, and ends when whoever listens may no longer. */
async function beat(
  clock: Clock,
  isStillAllowed: () => Promise<boolean>,
  write: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const asleep = await clock.sleep(LIMITS.eventBeatMs, signal).then(
      () => true,
      /* The stream has ended. */
      () => false,
    );
    if (!asleep || !(await isStillAllowed().catch(() => false))) return;
    write(': still here\n\n');
  }
}

function closeQuietly(controller: ReadableStreamDefaultController<Uint8Array>): void {
  try {
    controller.close();
  } catch {
    // The page has gone, and closed it from its side.
  }
}

/** What a person gets to hear of a change: the own tenders and those of the device; a manager hears of all, and of what needs attention. */
async function toldTo(caller: Caller, change: Change, journal: EventsDeps['journal']): Promise<readonly ToldChange[]> {
  const { kind, id } = change;
  const tender = journal.told(change);
  const isManager = caller.person.role === 'manager';
  const attention: ToldChange = { kind: 'attention', id };
  if (kind === 'printing') return [{ kind, id }];
  if (kind === 'orphan') return isManager ? [attention] : [];
  if (kind === 'activation') return mayActAs(caller.person.role, 'stock') ? [{ kind, id }, ...(isManager ? [attention] : [])] : [];
  if (!mayActAs(caller.person.role, 'cashier')) return [];
  if (kind !== 'tender') return [{ kind, id }, ...(isManager ? [attention] : [])];
  if (isManager) return [{ kind, id }, ...(tender === undefined || neededAttention(tender) ? [attention] : [])];
  const known = tender ?? (await journal.read(caller.shop, id));
  return known?.person.id === caller.person.id || known?.device.id === caller.device.id ? [{ kind, id }] : [];
}

/** Whether a tender is, or was, on a manager's list. */
function neededAttention({ facts }: TenderRecord): boolean {
  return facts.some(({ fact }) => fact.kind === 'unknown' || fact.kind === 'manager' || fact.kind === 'late_capture');
}
