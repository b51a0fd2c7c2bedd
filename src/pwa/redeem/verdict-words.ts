import type { TenderView } from '../../contract/tender.ts';
import type { Words } from '../words/en.ts';

/** What a verdict says and what comes next; a refusal says it by its reason. */
export function verdictWords(
  { verdict }: Words,
  { state, refusal }: Pick<TenderView, 'state' | 'refusal'>,
): { title: string; next: string } {
  return state === 'declined' && refusal !== null ? verdict.refusals[refusal.reason] : verdict.states[state];
}
