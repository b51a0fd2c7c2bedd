import type { Sessions } from '../../../bff/access/people/sessions.ts';
import { message, type Streams } from '../../../bff/platform/events/streams.ts';
import type { DeviceCaller } from '../../../bff/platform/http/caller.ts';
import type { RefundJournal } from '../../../bff/redemption/journal/refund-store.ts';
import type { TenderJournal } from '../../../bff/redemption/journal/tender-store.ts';
import type { DurableChange } from '../../../bff/redemption/operation/changes.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Displays } from './displays.ts';

export interface DisplayEventsDeps {
  readonly streams: Pick<Streams, 'open'>;
  readonly journal: Pick<TenderJournal, 'read' | 'recordAfter'>;
  readonly refunds: Pick<RefundJournal, 'read' | 'recordAfter'>;
  readonly displays: Pick<Displays, 'tillOf'>;
  readonly sessions: Pick<Sessions, 'isOpenOn'>;
}

/**
 * Notifies customer displays at once to read their content again, and confirms it every few
 * seconds. The events do not contain the change: no voucher, no amount and no name.
 */
export interface DisplayEvents {
  open(caller: DeviceCaller, isStillAllowed: () => Promise<boolean>): ReadableStream<Uint8Array>;
}

const CHANGED = message('changed', '{}');
const HEARTBEAT = message('here', '{}');

export function createDisplayEvents({
  streams,
  journal,
  refunds,
  displays,
  sessions,
}: DisplayEventsDeps): DisplayEvents {
  return {
    open({ shop, device }, isStillAllowed) {
      const tillIdOfDisplay = async () => (await displays.tillOf(device.id))?.id ?? device.id;
      const isOfTill = async (change: DurableChange) => {
        const { kind, id } = change;
        if (kind === 'display') return id === device.id || id === (await tillIdOfDisplay());
        if (kind !== 'tender' && kind !== 'refund') return false;
        const tender =
          kind === 'tender'
            ? (journal.recordAfter(change) ?? (await journal.read(shop, id)))
            : (refunds.recordAfter(change) ?? (await refunds.read(shop, id)))?.tender;
        return tender?.device.id === (await tillIdOfDisplay());
      };
      /* If a till locks or its session expires, there is no change event; the next heartbeat
         detects it. */
      const displayEvent = async () => {
        const till = await tillIdOfDisplay();
        return `${till} ${await sessions.isOpenOn(till)}`;
      };
      let before: string | null = null;
      return streams.open({
        listenerId: `display ${device.id}`,
        isStillAllowed,
        messagesFor: async (change) => ((await isOfTill(change)) ? [CHANGED] : []),
        beatMs: LIMITS.displayBeatMs,
        beat: async () => {
          const now = await displayEvent();
          const isSame = before === now;
          before = now;
          return isSame ? HEARTBEAT : CHANGED;
        },
      });
    },
  };
}
