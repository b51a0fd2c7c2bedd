import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { type CardRange, cardRangeSchema, cardsIn } from '../../../contract/redemption/activation-request.ts';
import { reasonSchema } from '../../../contract/redemption/refund.ts';
import { ACTIVATION_STATES, RANGE_STATES, statesOf, statesWhere } from '../../../contract/redemption/states.ts';
import { refusalSchema } from '../../../contract/voucher/refusal.ts';

/** Where one range of cards stands; what each state means is in {@link RANGE_STATES}. */
export const rangeStateSchema = z.enum(statesOf(RANGE_STATES));
export type RangeState = z.infer<typeof rangeStateSchema>;

/** Where a whole activation stands; what each state means is in {@link ACTIVATION_STATES}. */
export const activationStateSchema = z.enum(statesOf(ACTIVATION_STATES));
export type ActivationState = z.infer<typeof activationStateSchema>;

/** True while a server works on it. */
export function isActivationOpen(state: ActivationState): boolean {
  return ACTIVATION_STATES[state].open;
}

/** True while a server sends one range after the other. */
export function isSending(state: ActivationState): boolean {
  return ACTIVATION_STATES[state].sending;
}

/** States of ranges of which nobody knows whether their cards are active. */
export const UNANSWERED_RANGE_STATES = statesWhere(RANGE_STATES, ({ forManager }) => forManager);
/**
 * States in which nobody else may have the cards of a range.
 *
 * Its activation may be open or not.
 */
export const TAKEN_RANGE_STATES = statesWhere(RANGE_STATES, ({ taken }) => taken);

/**
 * Why ranges were left waiting.
 *
 * Somebody stopped it, the server did, the issuer gave no answer to several in a row, or so many
 * single cards were set aside that the box itself is in doubt.
 */
export const stopReasonSchema = z.enum(['asked', 'server-stopped', 'issuer-silent', 'many-refused']);
export type StopReason = z.infer<typeof stopReasonSchema>;

/**
 * Body of `POST /api/activations/:id/resume`; none is the same as `{}`.
 *
 * `ranges` names unknown or refused ones, by position from 0, that shall be sent again too. With
 * `halve` the refused ones of several cards are not sent as they are: both halves are, and of these
 * what is refused again, until the cards are found that the issuer does not activate.
 */
export const resumeActivationSchema = z.strictObject({
  ranges: z.optional(z.array(z.int().check(z.minimum(0)))),
  halve: z.optional(z.boolean()),
});

/**
 * Body of `POST /api/activations/:id/deactivate`.
 *
 * It takes one range back, by its position from 0, for a reason that is kept.
 */
export const deactivateRequestSchema = z.strictObject({ range: z.int().check(z.minimum(0)), reason: reasonSchema });
export type DeactivateRequest = z.infer<typeof deactivateRequestSchema>;

/** The last request to take a range back. */
export const deactivationSchema = z.object({
  /** Who asked for it, and why. */
  person: z.string(),
  reason: z.string(),
  /** When it was asked for, ISO 8601 UTC. */
  at: z.string(),
  /** What the issuer had against it. */
  refusal: z.nullable(refusalSchema),
});

/** A range as the journal has it. */
export const rangeViewSchema = z.object({
  ...cardRangeSchema.shape,
  state: rangeStateSchema,
  /** The issuer's id where it gave one: a range can be done without. */
  activationId: z.nullable(z.string()),
  /**
   * What the issuer refused last.
   *
   * Beside `unknown`, it refused to do again what it may have done before.
   */
  refusal: z.nullable(refusalSchema),
  /** When the state last changed, ISO 8601 UTC. */
  changedAt: z.string(),
  /** The issuer offered to take it back, and it may be asked to. */
  canDeactivate: z.boolean(),
  /** Null where nobody asked to take it back. */
  deactivation: z.nullable(deactivationSchema),
  /** It came out of a range that was refused whole. */
  half: z.catch(z.boolean(), false),
});
export type RangeView = z.infer<typeof rangeViewSchema>;

/** An activation as the journal has it. Times are ISO 8601 UTC. */
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

/** The ranges that say what became of their cards: all but those in whose place halves went. */
export function presentRanges<R extends { readonly state: RangeState }>(ranges: readonly R[]): R[] {
  return ranges.filter(({ state }) => state !== 'halved');
}

/** Both halves of a range of several cards; the first is the smaller one where they differ. */
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

/** How many cards lie between two sequence numbers of the same length, both included. */
export function cardsBetween({ start, end }: Pick<CardRange, 'start' | 'end'>): bigint {
  return BigInt(end) - BigInt(start) + 1n;
}

const DIGITS = new RegExp(`^\\d{1,${LIMITS.sequenceDigitsMax}}$`);

/**
 * The faulty field of one range, or null for a good one.
 *
 * Its length, order and size are faults of `end`.
 */
export function faultInRange(range: CardRange): keyof CardRange | null {
  if (!DIGITS.test(range.start)) return 'start';
  if (!DIGITS.test(range.end) || range.end.length !== range.start.length) return 'end';
  const cards = cardsBetween(range);
  if (cards < 1n || cards > BigInt(LIMITS.cardsPerRangeMax)) return 'end';
  return BigInt(range.count) === cards ? null : 'count';
}

/**
 * Where the first fault of a list lies; null for a good list.
 *
 * It is `ranges.2.count`, or `ranges` for an empty list or one that is too much in all.
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

/** True when two good ranges share a card. Numbers of different lengths are different cards. */
export function overlap(a: CardSpan, b: CardSpan): boolean {
  return a.start.length === b.start.length && a.start <= b.end && b.start <= a.end;
}

/**
 * Position of the first good range that overlaps an earlier one; -1 for none.
 *
 * They share a card.
 */
export function firstOverlap(ranges: readonly CardSpan[]): number {
  return ranges.findIndex((range, position) => ranges.slice(0, position).some((other) => overlap(range, other)));
}

/**
 * Finds the ranges of a list that share a card with one of `others`.
 *
 * They come by position, each with the first that it meets.
 */
export function overlapsWith<S extends CardSpan>(
  ranges: readonly CardSpan[],
  others: readonly S[],
): { readonly range: number; readonly with: S }[] {
  return ranges.flatMap((range, position) => {
    const met = others.find((other) => overlap(range, other));
    return met === undefined ? [] : [{ range: position, with: met }];
  });
}
