import type { Hooks, VoucherEvent } from '../../../bff/app/feature-hooks.ts';
import { issuerTime } from '../../../bff/issuer/issuer-time.ts';
import type { ClockOffset } from '../../../bff/issuer/port.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { isRefLike } from '../../../contract/voucher/ref-shape.ts';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import { PLAIN_EVENT, type StoryEvent } from './events.ts';

/** The shop's own events of a voucher other than redemptions and refunds. */
export interface OwnEventsDeps {
  readonly voucherEvents: NonNullable<Hooks['voucherEvents']>;
  readonly shop: Scope;
  readonly offset: ClockOffset | null;
}

export async function ownEventsOf(
  { voucherEvents, shop, offset }: OwnEventsDeps,
  voucher: { readonly ref: string | null; readonly sequence: string | null },
): Promise<StoryEvent[]> {
  const events = await voucherEvents(shop, voucher);
  return events.map((event) => storyEvent(event, offset));
}

function storyEvent(event: VoucherEvent, offset: ClockOffset | null): StoryEvent {
  const { id, what, at, value, unit, person, device, cards } = event;
  return {
    ...PLAIN_EVENT,
    id,
    isRow: false,
    what,
    at: issuerTime(at, offset),
    errorMs: 0,
    value,
    unit,
    own: true,
    by: { person, device, receiptNo: null, entry: null, evidence: [] },
    cards,
  };
}

/** Masks a number for storing if it may be the code of a card. */
export function maskedNumber(sequence: string): string {
  return isRefLike(sequence) ? maskRef(sequence) : sequence;
}
