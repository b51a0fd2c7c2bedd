import type { CardRange } from '../../contract/activation.ts';
import type { AttentionItem, EvidenceLine } from '../../contract/attention.ts';
import { listed } from '../../contract/card-code.ts';
import { type ActivationFact, isUnanswered, type RangeStanding } from '../journal/activation-facts.ts';
import type { ActivationJournal, ActivationRecord } from '../journal/activation-store.ts';
import { type AttentionSource, closableSource, originOf } from './source.ts';

export interface ActivationSourceDeps {
  readonly shop: string;
  readonly activations: ActivationJournal;
}

/**
 * Activations with ranges of which nobody knows whether their cards are active. The issuer's search does not show activations, so a person
 * looks at the cards, and either has the ranges sent again (which leaves active cards alone) or says here what became of them.
 */
export function activationSource({ shop, activations }: ActivationSourceDeps): AttentionSource {
  return closableSource({
    open: () => activations.withUnknown(shop),
    read: (id) => activations.read(shop, id),
    isOpen: (activation) => unknownPositions(activation).length > 0,
    itemOf,
    close: (activation, by, note) => activations.append(activation, { kind: 'closed', ranges: unknownPositions(activation), by, note }),
  });
}

function unknownPositions({ standing }: ActivationRecord): number[] {
  return [...standing.ranges.entries()].flatMap(([position, range]) => (isUnanswered(range) ? [position] : []));
}

function itemOf(activation: ActivationRecord): AttentionItem {
  const ranges = unknownPositions(activation).flatMap((position) => activation.standing.ranges[position] ?? []);
  return {
    ...originOf(activation),
    kind: 'unsettled',
    subject: 'activation',
    last4: '',
    amount: null,
    evidence: evidenceOf(activation),
    candidates: [],
    actions: ['close'],
    ranges: ranges.map(({ start, end, count, state }) => listed({ start, end, count }, state)),
  };
}

/** What happened to the ranges that came to be unknown, and at last that no search can tell more. */
function evidenceOf({ facts, standing }: ActivationRecord): EvidenceLine[] {
  const lines = facts.flatMap(({ at, fact }) => {
    const said = saidBy(fact, (position) => rangeListed(standing.ranges[position]));
    return said ? [{ at: new Date(at).toISOString(), ...said }] : [];
  });
  return [...lines, { at: new Date(standing.changedAt).toISOString(), code: 'not-searchable', detail: null }];
}

function saidBy(fact: ActivationFact, rangeAt: (position: number) => CardRange | undefined): Omit<EvidenceLine, 'at'> | null {
  if (fact.kind === 'unknown' || fact.kind === 'deactivation_unknown') {
    const refused = fact.refusal === null ? '' : ` ${fact.refusal.issuerCode ?? fact.refusal.reason}`;
    const what = fact.kind === 'unknown' ? '' : 'deactivation, ';
    return { code: fact.evidence, detail: `${nameOf(rangeAt(fact.range))}: ${what}${fact.reason}${refused}` };
  }
  return fact.kind === 'closed' ? { code: 'decided', detail: `${fact.by.person}: ${fact.note}` } : null;
}

function rangeListed(range: RangeStanding | undefined): CardRange | undefined {
  return range && listed(range, range.state);
}

function nameOf(range: CardRange | undefined): string {
  return range ? `${range.start}–${range.end}` : '';
}
