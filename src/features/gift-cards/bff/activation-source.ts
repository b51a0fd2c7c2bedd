import type { Scope } from '../../../bff/platform/base/scope.ts';
import { caseMoved } from '../../../bff/redemption/cases/problems.ts';
import { type AttentionSource, closableSource, originOf } from '../../../bff/redemption/cases/source.ts';
import type { CardRange } from '../../../contract/redemption/activation-request.ts';
import type { AttentionItem, EvidenceLine } from '../../../contract/redemption/attention.ts';
import { RANGE_STATES } from '../../../contract/redemption/states.ts';
import { maskCardCodes } from '../contract/card-code.ts';
import { type ActivationFact, isUnanswered, type RangeStatus } from './activation-facts.ts';
import type { ActivationJournal, ActivationRecord } from './activation-store.ts';

export interface ActivationSourceDeps {
  readonly shop: Scope;
  readonly activations: ActivationJournal;
}

/**
 * Lists activations with ranges in an unknown state. The issuer's search does not show activations,
 * so a person checks the cards, and either sends the ranges again (which does not affect active
 * cards) or records if they are active.
 */
export function activationSource({ shop, activations }: ActivationSourceDeps): AttentionSource {
  return closableSource({
    open: () => activations.withUnknown(shop),
    read: (id) => activations.read(shop, id),
    isOpen: (activation) => unclearPositions(activation).length > 0,
    itemOf,
    async close(activation, by, { reason: note, found }) {
      const unclear = unclearPositions(activation);
      if (found === undefined) return activations.append(activation, { kind: 'closed', ranges: unclear, by, note });
      if (found.some(({ range }) => !unclear.includes(range))) throw caseMoved();
      let decided = activation;
      for (const cards of ['active', 'inactive'] as const) {
        const ranges = unclear.filter((position) => found.findLast(({ range }) => range === position)?.cards === cards);
        if (ranges.length > 0)
          decided = await activations.append(decided, { kind: `found_${cards}`, ranges, by, note });
      }
      return decided;
    },
  });
}

function unclearPositions({ status }: ActivationRecord): number[] {
  return [...status.ranges.entries()].flatMap(([position, range]) => (isUnanswered(range) ? [position] : []));
}

/**
 * Returns the unknown ranges that may be sent again. A range with an unknown deactivation is
 * resolved on the page of its activation.
 */
function resendable(activation: ActivationRecord): number[] {
  return unclearPositions(activation).filter((position) => {
    const state = activation.status.ranges[position]?.state;
    return state !== undefined && RANGE_STATES[state].resumes === 'when-named';
  });
}

function itemOf(activation: ActivationRecord): AttentionItem {
  const positions = unclearPositions(activation);
  const ranges = positions.flatMap((position) => activation.status.ranges[position] ?? []);
  return {
    ...originOf(activation),
    kind: 'unsettled',
    subject: 'activation',
    last4: '',
    amount: null,
    evidence: evidenceOf(activation),
    candidates: [],
    actions: ['close'],
    ranges: ranges.map(({ start, end, count, state }) => maskCardCodes({ start, end, count }, state)),
    positions,
    resend: resendable(activation),
  };
}

/**
 * Returns the events of the unknown ranges, and the possible ways to resolve them without a search.
 */
function evidenceOf(activation: ActivationRecord): EvidenceLine[] {
  const { facts, status } = activation;
  const lines = facts.flatMap(({ at, fact }) => {
    const evidence = evidenceFor(fact, (position) => rangeListed(status.ranges[position]));
    return evidence ? [{ at: new Date(at).toISOString(), ...evidence }] : [];
  });
  const mayExplain = resendable(activation).length === unclearPositions(activation).length;
  return [
    ...lines,
    {
      at: new Date(status.changedAt).toISOString(),
      code: mayExplain ? 'resend-tells' : 'not-searchable',
      detail: null,
    },
  ];
}

function evidenceFor(
  fact: ActivationFact,
  rangeAt: (position: number) => CardRange | undefined,
): Omit<EvidenceLine, 'at'> | null {
  if (fact.kind === 'unknown' || fact.kind === 'deactivation_unknown') {
    const refused = fact.refusal === null ? '' : ` ${fact.refusal.issuerCode ?? fact.refusal.reason}`;
    const what = fact.kind === 'unknown' ? '' : 'deactivation, ';
    return { code: fact.evidence, detail: `${nameOf(rangeAt(fact.range))}: ${what}${fact.reason}${refused}` };
  }
  return fact.kind === 'closed' || fact.kind === 'found_active' || fact.kind === 'found_inactive'
    ? { code: 'decided', detail: `${fact.by.person}: ${fact.note}` }
    : null;
}

function rangeListed(range: RangeStatus | undefined): CardRange | undefined {
  return range && maskCardCodes(range, range.state);
}

function nameOf(range: CardRange | undefined): string {
  return range ? `${range.start}–${range.end}` : '';
}
