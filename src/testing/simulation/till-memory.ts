import type { TillReport } from '../../contract/redemption/journal.ts';
import type { TenderRequest, TenderView } from '../../contract/redemption/tender.ts';
import { hasRedeemed } from '../../contract/redemption/tender.ts';
import type { Shift } from '../../features/closings/contract/shift.ts';

/** A till's own records of its redemptions, independent of the servers. */
export interface TillMemory {
  /** @returns the request to send, with the time since the id was first sent, if it was */
  sending(id: string, body: TenderRequest): TenderRequest;
  heard(view: TenderView): void;
  /** The till received the end of a shift. */
  toldZ(z: Shift): void;
  /** The cashier has given up waiting for this one. */
  givenUp(id: string): void;
  all(journal: string): TillReport;
}

/** Number of final redemptions that a till remembers. */
const HEARD_MAX = 10;

/** @param now the time of the world, milliseconds */
export function createTillMemory(now: () => number): TillMemory {
  const wishes = new Map<string, { readonly body: TenderRequest; readonly sentMs: number }>();
  const begun = new Map<string, number>();
  const heard = new Map<string, TenderView>();
  const zs = new Map<string, { readonly till: string; readonly number: number; readonly tag: string }>();
  const isOver = ({ state }: TenderView) => !['intent', 'sent', 'unknown', 'manager'].includes(state);
  return {
    sending(id, body) {
      const sentMs = begun.get(id);
      if (sentMs !== undefined) return { ...body, sentAgoMs: Math.floor(now() - sentMs) };
      begun.set(id, now());
      wishes.set(id, { body, sentMs: now() });
      return body;
    },
    heard(view) {
      heard.set(view.id, view);
      if (isOver(view)) wishes.delete(view.id);
      for (const id of [...heard.keys()].slice(0, Math.max(0, heard.size - HEARD_MAX))) heard.delete(id);
    },
    toldZ({ tillId: till, number, tag = '' }) {
      if (number !== null && number > (zs.get(till)?.number ?? 0)) zs.set(till, { till, number, tag });
    },
    givenUp: (id) => void wishes.delete(id),
    all(journal) {
      const agoMs = (id: string) => Math.floor(now() - (begun.get(id) ?? 0));
      const views = [...heard.values()];
      return {
        journal,
        ...(zs.size > 0 && { closings: [...zs.values()] }),
        wishes: [...wishes].map(([id, { body, sentMs }]) => ({ id, body, sentAgoMs: Math.floor(now() - sentMs) })),
        heard: views.map(({ id, tag = '' }) => ({ id, agoMs: agoMs(id), tag })),
        taken: views.flatMap(({ id, captureId, captured, state }) =>
          captureId !== null && captured !== null && hasRedeemed(state) ? [{ id, captureId, captured }] : [],
        ),
      };
    },
  };
}
