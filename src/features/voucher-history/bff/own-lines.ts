import { issuerTime } from '../../../bff/issuer/issuer-time.ts';
import type { ClockOffset } from '../../../bff/issuer/port.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { magnitude, unitOf } from '../../../contract/money/money.ts';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import type { ActivationJournal, ActivationRecord } from '../../gift-cards/bff/activation-store.ts';
import { isRefLike, maskCardCodes } from '../../gift-cards/contract/card-code.ts';
import type { IssueJournal } from '../../selling/bff/issue-store.ts';
import { PLAIN_EVENT, type StoryEvent } from './events.ts';

export interface StockJournals {
  readonly activations: Pick<ActivationJournal, 'withCard'>;
  readonly issues: Pick<IssueJournal, 'ofVoucher'>;
}

/** Sources of the shop's own events of a voucher other than redemptions. */
export interface ShopLinesDeps {
  readonly journals: StockJournals;
  readonly shop: Scope;
  readonly offset: ClockOffset | null;
}

/**
 * Returns the events of the card with this number from the activations of this shop, oldest first.
 */
export async function activationEventsOf(
  { journals, shop, offset }: ShopLinesDeps,
  sequence: string,
): Promise<StoryEvent[]> {
  const activations = await journals.activations.withCard(shop, sequence);
  return activations.flatMap((activation) => eventsOf(activation, sequence, offset));
}

function eventsOf(activation: ActivationRecord, sequence: string, offset: ClockOffset | null): StoryEvent[] {
  const { status, facts, person, device, id } = activation;
  return status.ranges.flatMap((range, position) => {
    const { start, end, state } = range;
    if (start.length !== sequence.length || sequence < start || sequence > end) return [];
    const visible = maskCardCodes(range, state);
    const cards = { start: visible.start, end: visible.end };
    return facts.flatMap(({ at, fact }): StoryEvent[] => {
      if ((fact.kind !== 'done' && fact.kind !== 'deactivated') || fact.range !== position) return [];
      const isBack = fact.kind === 'deactivated';
      const name = isBack ? (range.deactivation?.by.person ?? person.name) : person.name;
      return [
        {
          ...PLAIN_EVENT,
          id: `${id}:${position}:${fact.kind}`,
          isRow: false,
          what: isBack ? 'deactivated' : 'activated',
          at: issuerTime(at, offset),
          errorMs: 0,
          own: true,
          by: { person: name, device: device.name, receiptNo: null, entry: null, evidence: [] },
          cards,
        },
      ];
    });
  });
}

/** Returns the issue of the voucher by this shop: time and initial balance. */
export async function issueOf({ journals, shop, offset }: ShopLinesDeps, ref: string): Promise<StoryEvent[]> {
  const found = await journals.issues.ofVoucher(shop, ref);
  if (found === null) return [];
  const { issue, voucher } = found;
  const { person, device, id, facts } = issue;
  const at = facts.find(({ fact }) => fact.kind === 'issued')?.at ?? issue.createdAt;
  const value = voucher.remaining;
  return [
    {
      ...PLAIN_EVENT,
      id,
      isRow: false,
      what: 'issued',
      at: issuerTime(at, offset),
      errorMs: 0,
      value: value && magnitude(value),
      unit: value && unitOf(value),
      own: true,
      by: { person: person.name, device: device.name, receiptNo: null, entry: null, evidence: [] },
    },
  ];
}

/** Masks a number for storing if it may be the code of a card. */
export function maskedNumber(sequence: string): string {
  return isRefLike(sequence) ? maskRef(sequence) : sequence;
}
