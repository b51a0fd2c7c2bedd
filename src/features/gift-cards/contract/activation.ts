import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { type CardRange, cardRangeSchema, cardsIn } from '../../../contract/redemption/activation-request.ts';
import { reasonSchema } from '../../../contract/redemption/refund.ts';
import { ACTIVATION_STATES, RANGE_STATES, statesOf, statesWhere } from '../../../contract/redemption/states.ts';
import { refusalSchema } from '../../../contract/voucher/refusal.ts';

export const rangeStateSchema = z.enum(statesOf(RANGE_STATES));
export type RangeState = z.infer<typeof rangeStateSchema>;

/** The state of a whole activation; {@link ACTIVATION_STATES} explains each. */
export const activationStateSchema = z.enum(statesOf(ACTIVATION_STATES));
export type ActivationState = z.infer<typeof activationStateSchema>;

/** True while a server is processing the activation. */
export function isActivationOpen(state: ActivationState): boolean {
  return ACTIVATION_STATES[state].open;
}

export function isSending(state: ActivationState): boolean {
  return ACTIVATION_STATES[state].sending;
}

/** States of ranges with cards that may or may not be active. */
export const UNANSWERED_RANGE_STATES = statesWhere(RANGE_STATES, ({ forManager }) => forManager);
/** States that reserve the cards of a range. Its activation may be open or not. */
export const USED_RANGE_STATES = statesWhere(RANGE_STATES, ({ taken }) => taken);

/**
 * The reason why ranges wait: a person or the server stopped, the issuer did not answer several
 * requests in a row, or refused too many single cards, so that the whole box is in doubt. The
 * journal may also lack activations of these cards.
 */
export const stopReasonSchema = z.enum(['asked', 'server-stopped', 'issuer-silent', 'many-refused', 'journal-gap']);
export type StopReason = z.infer<typeof stopReasonSchema>;

/**
 * Body of `POST /api/activations/:id/resume`; no body equals `{}`.
 *
 * `ranges`: positions, from 0, of unknown or refused ranges to send again. With `halve`, refused
 * ranges are replaced by their halves, again and again, until the cards are found that the issuer
 * does not activate.
 */
export const resumeActivationSchema = z.strictObject({
  ranges: z.optional(z.array(z.int().check(z.minimum(0)))),
  halve: z.optional(z.boolean()),
});

/**
 * Body of `POST /api/activations/:id/deactivate`. It deactivates one range, by its position from 0,
 * for a reason that is stored.
 */
export const deactivateRequestSchema = z.strictObject({ range: z.int().check(z.minimum(0)), reason: reasonSchema });
export type DeactivateRequest = z.infer<typeof deactivateRequestSchema>;

/** The last request to deactivate a range. */
export const deactivationSchema = z.object({
  person: z.string(),
  reason: z.string(),
  /** Time of the request, ISO 8601 UTC. */
  at: z.string(),
  refusal: z.nullable(refusalSchema),
});

/** A manager's decision about a range with an unknown outcome. */
const decisionSchema = z.object({ person: z.string(), reason: z.string(), at: z.string() });

export const rangeViewSchema = z.object({
  ...cardRangeSchema.shape,
  state: rangeStateSchema,
  /** The issuer's id; null if the issuer gave none, which is possible for an activated range. */
  activationId: z.nullable(z.string()),
  /**
   * The issuer's last refusal. For an `unknown` range, the issuer refused a repeated request, and
   * may have activated the cards before.
   */
  refusal: z.nullable(refusalSchema),
  /** When the state last changed, ISO 8601 UTC. */
  changedAt: z.string(),
  /** True if the issuer offers to deactivate the range, and the request is possible now. */
  canDeactivate: z.boolean(),
  /** Null if no deactivation was requested. */
  deactivation: z.nullable(deactivationSchema),
  decision: z.catch(z.nullable(decisionSchema), null),
  /** True if it is a half of a refused range. */
  half: z.catch(z.boolean(), false),
});
export type RangeView = z.infer<typeof rangeViewSchema>;

/** An activation in the journal. Times are ISO 8601 UTC. */
export const activationViewSchema = z.object({
  id: z.string(),
  state: activationStateSchema,
  ranges: z.array(rangeViewSchema),
  /** Why it is `stopped`; null in other states. */
  stopReason: z.nullable(stopReasonSchema),
  createdAt: z.string(),
  changedAt: z.string(),
  person: z.string(),
  device: z.string(),
});
export type ActivationView = z.infer<typeof activationViewSchema>;

/** Returns the ranges that show the state of their cards: all but those replaced by halves. */
export function presentRanges<R extends { readonly state: RangeState }>(ranges: readonly R[]): R[] {
  return ranges.filter(({ state }) => state !== 'halved');
}

/** True if the issuer or a manager confirmed that the cards of a range are active. */
export function areActive({ state }: { readonly state: RangeState }): boolean {
  return RANGE_STATES[state].outcome === 'succeeded';
}

/** Returns both halves of a range of several cards; the first one is smaller if they differ. */
export function halvesOf({ start, end }: CardSpan): [CardRange, CardRange] {
  const digits = (number: bigint) => String(number).padStart(start.length, '0');
  const middle = BigInt(start) + cardsBetween({ start, end }) / 2n;
  const range = (from: string, to: string): CardRange => ({
    start: from,
    end: to,
    count: Number(cardsBetween({ start: from, end: to })),
  });
  return [range(start, digits(middle - 1n)), range(digits(middle), end)];
}

/** Returns how many cards lie between two sequence numbers of the same length, inclusive. */
export function cardsBetween({ start, end }: Pick<CardRange, 'start' | 'end'>): bigint {
  return BigInt(end) - BigInt(start) + 1n;
}

const DIGITS = new RegExp(`^\\d{1,${LIMITS.sequenceDigitsMax}}$`);

/**
 * Returns the faulty field of one range, or null if it is valid. A wrong length, order or size is a
 * fault of `end`.
 */
export function faultInRange(range: CardRange): keyof CardRange | null {
  if (!DIGITS.test(range.start)) return 'start';
  if (!DIGITS.test(range.end) || range.end.length !== range.start.length) return 'end';
  const cards = cardsBetween(range);
  if (cards < 1n || cards > BigInt(LIMITS.cardsPerRangeMax)) return 'end';
  return BigInt(range.count) === cards ? null : 'count';
}

/**
 * Returns the place of the first fault in a list; null if it is valid. For example
 * `ranges.2.count`, or `ranges` for an empty list or one that is too large in total.
 */
export function faultInRanges(
  ranges: readonly CardRange[],
): { readonly field: string; readonly range: number | null } | null {
  if (ranges.length === 0 || ranges.length > LIMITS.rangesMax) return { field: 'ranges', range: null };
  for (const [position, range] of ranges.entries()) {
    const field = faultInRange(range);
    if (field !== null) return { field: `ranges.${position}.${field}`, range: position };
  }
  return cardsIn(ranges) > LIMITS.cardsPerActivationMax ? { field: 'ranges', range: null } : null;
}

export type CardSpan = Pick<CardRange, 'start' | 'end'>;

/** True if two valid ranges share a card. Numbers of different lengths are different cards. */
export function overlap(a: CardSpan, b: CardSpan): boolean {
  return a.start.length === b.start.length && a.start <= b.end && b.start <= a.end;
}

/** Position of the first valid range that shares a card with an earlier one; -1 for none. */
export function firstOverlap(ranges: readonly CardSpan[]): number {
  return ranges.findIndex((range, position) => ranges.slice(0, position).some((other) => overlap(range, other)));
}

/**
 * Finds the ranges of a list that share a card with one of `otherSpans`. The result is by position,
 * each with the first range that it overlaps.
 */
export function overlapsWith<S extends CardSpan>(
  ranges: readonly CardSpan[],
  otherSpans: readonly S[],
): { readonly range: number; readonly with: S }[] {
  return ranges.flatMap((range, position) => {
    const met = otherSpans.find((other) => overlap(range, other));
    return met === undefined ? [] : [{ range: position, with: met }];
  });
}
