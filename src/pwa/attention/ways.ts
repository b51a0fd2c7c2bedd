import {
  type AttentionAction,
  type AttentionItem,
  type AttentionKind,
  needsPerson,
} from '../../contract/redemption/attention.ts';
import type { Candidate } from '../../contract/voucher/evidence.ts';

/**
 * What a way out means for one case: the same action says something else of a redemption than of a
 * refund.
 */
export type WayOut =
  | 'attach-tender'
  | 'attach-refund'
  | 'attach-other'
  | 'keep-late'
  | 'refund-late'
  | 'refund-row'
  | 'refund-overpaid'
  | 'close-tender'
  | 'close-refund'
  | 'close-capture'
  | 'close-other'
  | 'open-gap';

/** The meaning of an action for this case. */
export function wayOf({ kind, subject }: Pick<AttentionItem, 'kind' | 'subject'>, action: AttentionAction): WayOut {
  const isLate = kind === 'late';
  switch (action) {
    case 'attach':
      if (isLate) return 'keep-late';
      return subject === 'tender' || subject === 'refund' ? `attach-${subject}` : 'attach-other';
    case 'refund':
      if (isLate) return 'refund-late';
      return kind === 'overpaid' ? 'refund-overpaid' : 'refund-row';
    case 'close':
      return subject === 'tender' || subject === 'refund' || subject === 'capture' ? `close-${subject}` : 'close-other';
    case 'open':
      return 'open-gap';
  }
}

/** Whether the action has to name a row of the issuer. */
export function needsRow(way: WayOut): boolean {
  return way.startsWith('attach-') || way === 'refund-row' || way === 'refund-overpaid';
}

/** Rows that can be named: captures for a redemption, refunds for a refund. */
export function rowsFor({ subject, candidates }: Pick<AttentionItem, 'subject' | 'candidates'>): readonly Candidate[] {
  return candidates.filter(({ type }) => type === (subject === 'refund' ? 'refund' : 'capture'));
}

/** What can cost the shop or a customer money comes first. */
const ORDER: readonly AttentionKind[] = [
  'gap',
  'late',
  'overpaid',
  'unsettled',
  'guessing',
  'locked',
  'setting',
  'behind',
  'backup',
  'orphan',
];

export interface CaseGroup {
  readonly kind: AttentionKind;
  readonly items: readonly AttentionItem[];
}

/**
 * Cases by kind, late ones first; within a kind those that need a person, then the oldest.
 *
 * Kinds without a case are left out.
 */
export function groupCases(items: readonly AttentionItem[]): CaseGroup[] {
  const urgency = (a: AttentionItem, b: AttentionItem) =>
    Number(needsPerson(b)) - Number(needsPerson(a)) || Date.parse(a.since) - Date.parse(b.since);
  return ORDER.map((kind) => ({ kind, items: items.filter((item) => item.kind === kind).sort(urgency) })).filter(
    (group) => group.items.length > 0,
  );
}
