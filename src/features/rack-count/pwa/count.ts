import type { CheckAnswer, VoucherStatus } from '../../../contract/voucher/voucher.ts';

/**
 * The state of a counted card. `unchecked`: there is no answer yet, or the issuer's answer does not
 * state it; nothing may be concluded from that.
 */
export type CardState = Exclude<VoucherStatus, 'unknown'> | 'unchecked' | 'not-ours';

export interface CountedCard {
  /** Keyed hash of the card's code as it was scanned first. */
  readonly tag: string;
  /** The hashes of its other codes: bar code and QR link of a card differ. */
  readonly also: readonly string[];
  readonly last4: string;
  /** When it was scanned, ISO 8601 UTC. */
  readonly at: string;
  readonly state: CardState;
  /** When the issuer stated the state, ISO 8601 UTC; empty without an answer. */
  readonly checkedAt: string;
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
  unchecked: 'unchecked',
  inactive: 'counted',
};

export function findingOf({ state }: CountedCard): RackFinding {
  return FINDING_OF[state];
}

/** Number of cards without a known state: the count is not complete with any. */
export function uncheckedIn(cards: readonly CountedCard[]): number {
  return cards.filter((card) => findingOf(card) === 'unchecked').length;
}

export function stateIn({ status, refusal }: Pick<CheckAnswer, 'status' | 'refusal'>): CardState {
  if (refusal?.reason === 'not-found') return 'not-ours';
  return status === 'unknown' ? 'unchecked' : status;
}

/** True if a hash is of one of a card's codes. */
export function hasTag({ tag, also }: CountedCard, sought: string): boolean {
  return tag === sought || also.includes(sought);
}

/**
 * Adds cards to a count. Entries of one card become one, which keeps its first number; its newest
 * answer counts.
 */
export function withCards(cards: readonly CountedCard[], added: readonly CountedCard[]): readonly CountedCard[] {
  return added.reduce(withCard, cards);
}

function withCard(cards: readonly CountedCard[], card: CountedCard): readonly CountedCard[] {
  const tags = [card.tag, ...card.also];
  const isSame = (other: CountedCard) => tags.some((tag) => hasTag(other, tag));
  const first = cards.findIndex(isSame);
  if (first === -1) return [...cards, card];
  const one = [...cards.filter(isSame), card].reduce(combined);
  return cards.flatMap((other, index) => (index === first ? [one] : isSame(other) ? [] : [other]));
}

function combined(a: CountedCard, b: CountedCard): CountedCard {
  const tags = new Set([...a.also, b.tag, ...b.also]);
  tags.delete(a.tag);
  const { state, checkedAt, last4 } = b.checkedAt >= a.checkedAt ? b : a;
  return { tag: a.tag, also: [...tags], last4, at: a.at < b.at ? a.at : b.at, state, checkedAt };
}
