import type { TenderView } from '../../../contract/tender.ts';
import type { Words } from '../../words/en.ts';
import type { Row } from '../till/sale.ts';
import { standingOf } from './cues.ts';

/** What a verdict says and what comes next; a refusal says it by its reason. */
export function verdictWords(
  { verdict }: Words,
  { state, refusal }: Pick<TenderView, 'state' | 'refusal'>,
): { title: string; next: string } {
  return state === 'declined' && refusal !== null ? verdict.refusals[refusal.reason] : verdict.states[state];
}

/**
 * How a redemption of an earlier sale stands, in a word or two: never more than the server said.
 */
export function standingWords({ states, flight }: Words, row: Row): string {
  const standing = standingOf(row);
  if (standing === 'checking') return states.unknown;
  return standing === 'not-arrived' ? flight.notArrived : states[standing];
}
