import type { VoucherStatus } from '../../../contract/voucher/voucher.ts';

/** The state of a counted card: as the issuer states it, or the reason why it is unknown. */
export type CardState = VoucherStatus | 'unchecked' | 'not-ours';

export interface CountedCard {
  /** Keyed hash of the card's code. */
  readonly tag: string;
  readonly last4: string;
  /** When it was scanned, ISO 8601 UTC. */
  readonly at: string;
  readonly state: CardState;
}

/** The findings about cards on a rack, in the order of their urgency. */
export const FINDINGS = ['active', 'not-ours', 'other', 'unchecked', 'counted'] as const;
export type RackFinding = (typeof FINDINGS)[number];

/** Only a card that is not activated belongs on a rack. */
const FINDING_OF: Readonly<Record<CardState, RackFinding>> = {
  active: 'active',
  'not-ours': 'not-ours',
  used: 'other',
  expired: 'other',
  void: 'other',
  unknown: 'other',
  unchecked: 'unchecked',
  inactive: 'counted',
};

export function findingOf({ state }: CountedCard): RackFinding {
  return FINDING_OF[state];
}

/** Adds or replaces a card; a replaced one keeps its number in the count. */
export function withCard(cards: readonly CountedCard[], card: CountedCard): readonly CountedCard[] {
  const index = cards.findIndex(({ tag }) => tag === card.tag);
  return index < 0 ? [...cards, card] : cards.map((before, at) => (at === index ? card : before));
}
