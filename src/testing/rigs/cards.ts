import { randomUUID } from 'node:crypto';
import type { Caller } from '../../bff/platform/http/caller.ts';
import type { CardRange } from '../../contract/redemption/activation-request.ts';
import type { ActivationView } from '../../features/gift-cards/contract/activation.ts';
import type { StockFault } from '../issuer/model-stock.ts';
import { ANA, BEN, type createTestTill } from './till.ts';

export const HOUR_MS = 3_600_000;

/** Ana and Ben in the stock room, each at a separate device. */
export const SAM: Caller = { ...ANA, person: { ...ANA.person, role: 'stock' } };
export const TOM: Caller = { ...BEN, person: { ...BEN.person, role: 'stock' } };

export const GOOD: StockFault = { commit: 'now', answer: 'normal' };
/** Done, but the answer is lost. */
export const LOST: StockFault = { commit: 'now', answer: 'lost' };
/** Not done, and no answer either. */
export const NEVER_DONE: StockFault = { commit: 'never', answer: 'lost' };
export const NOT_SENT: StockFault = { commit: 'never', answer: 'not-sent' };
export const VOID: StockFault = { commit: 'never', answer: { reason: 'void', issuerCode: 'ERV0006', issuerText: 'Void' } };
/** Stays with the issuer for an hour. */
export const HANGING: StockFault = { commit: 'now', answer: { afterMs: HOUR_MS } };

/** Ten cards: the first ten are 001 to 010. */
export function ten(index: number): CardRange {
  const numbered = (number: number) => String(number).padStart(3, '0');
  return { start: numbered(index * 10 + 1), end: numbered(index * 10 + 10), count: 10 };
}

export const tens = (count: number) => Array.from({ length: count }, (_, index) => ten(index));
export const rangeStatesOf = (activation: ActivationView) => activation.ranges.map(({ state }) => state);

type Till = Awaited<ReturnType<typeof createTestTill>>;

/** Activates `count` ranges of ten cards. */
export async function putTens(till: Till, count: number, id: string = randomUUID(), caller = SAM): Promise<ActivationView> {
  return (await till.activations.put(caller, id, { ranges: tens(count) })).view;
}

/**
 * The same, but the issuer does not answer the range at `position`; returns after the five seconds
 * that a page waits.
 */
export async function putHanging(till: Till, count: number, position: number): Promise<ActivationView> {
  till.issuer.failNextRanges(...Array.from({ length: position }, () => GOOD), HANGING);
  const asked = putTens(till, count);
  await till.clock.advance(5_000);
  return asked;
}
