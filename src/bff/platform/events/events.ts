import { LIMITS } from '../../../contract/access/limits.ts';
import { mayActAs } from '../../../contract/access/people.ts';
import type { Change } from '../../../contract/money/change.ts';
import type { TenderJournal, TenderRecord } from '../../redemption/journal/tender-store.ts';
import type { DurableChange } from '../../redemption/operation/changes.ts';
import type { Caller } from '../http/caller.ts';
import { message, type Streams } from './streams.ts';

export interface EventsDeps {
  readonly streams: Pick<Streams, 'open'>;
  readonly journal: Pick<TenderJournal, 'read' | 'recordAfter'>;
}

/** Notifies pages of changes at once, so that no screen has to be reloaded. */
export interface Events {
  open(caller: Caller, isStillAllowed: () => Promise<boolean>): ReadableStream<Uint8Array>;
}

export function createEvents({ streams, journal }: EventsDeps): Events {
  return {
    open(caller, isStillAllowed) {
      const forwarded = async (change: DurableChange) =>
        (await visibleTo(caller, change, journal)).map((one) => message('changed', JSON.stringify(one)));
      const beat = () => Promise.resolve(': still here\n\n');
      return streams.open({
        listenerId: caller.device.id,
        isStillAllowed,
        messagesFor: forwarded,
        beatMs: LIMITS.eventBeatMs,
        beat,
      });
    },
  };
}

/**
 * Returns the events that a person gets for a change: their own tenders and those of the device; a
 * manager gets all, and cases.
 */
async function visibleTo(
  caller: Caller,
  change: DurableChange,
  journal: EventsDeps['journal'],
): Promise<readonly Change[]> {
  const { kind, id } = change;
  const tender = journal.recordAfter(change);
  const isManager = caller.person.role === 'manager';
  const attention: Change = { kind: 'attention', id };
  if (kind === 'display') return [];
  if (kind === 'printing' || kind === 'report') return [{ kind, id }];
  /* Managers are notified of the request, and the requester of the answer. */
  if (kind === 'approval') return [attention];
  if (kind === 'orphan') return isManager ? [attention] : [];
  if (kind === 'activation')
    return mayActAs(caller.person.role, 'stock') ? [{ kind, id }, ...(isManager ? [attention] : [])] : [];
  if (!mayActAs(caller.person.role, 'cashier')) return [];
  if (kind !== 'tender') return [{ kind, id }, ...(isManager ? [attention] : [])];
  if (isManager) return [{ kind, id }, ...(tender === undefined || neededAttention(tender) ? [attention] : [])];
  const record = tender ?? (await journal.read(caller.shop, id));
  return record?.person.id === caller.person.id || record?.device.id === caller.device.id ? [{ kind, id }] : [];
}

/** True if a tender is, or was, on a manager's list. */
function neededAttention({ facts }: TenderRecord): boolean {
  return facts.some(({ fact }) => fact.kind === 'unknown' || fact.kind === 'manager' || fact.kind === 'late_capture');
}
