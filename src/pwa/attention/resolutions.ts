import {
  type AttentionAction,
  type AttentionItem,
  type AttentionKind,
  needsPerson,
} from '../../contract/redemption/attention.ts';
import type { Candidate } from '../../contract/voucher/evidence.ts';

/**
 * The meaning of an action for one case: the same action has different texts for redemptions and
 * refunds.
 */
export type Resolution =
  | 'attach-tender'
  | 'attach-refund'
  | 'attach-other'
  | 'keep-late'
  | 'refund-late'
  | 'refund-row'
  | 'refund-overpaid'
  | 'refund-capture'
  | 'close-tender'
  | 'close-refund'
  | 'close-capture'
  | 'close-activation'
  | 'close-other'
  | 'open-gap';

export function resolutionOf(
  { kind, subject }: Pick<AttentionItem, 'kind' | 'subject'>,
  action: AttentionAction,
): Resolution {
  const isLate = kind === 'late';
  switch (action) {
    case 'attach':
      if (isLate) return 'keep-late';
      return subject === 'tender' || subject === 'refund' ? `attach-${subject}` : 'attach-other';
    case 'refund':
      if (isLate) return 'refund-late';
      if (kind === 'orphan') return 'refund-capture';
      return kind === 'overpaid' ? 'refund-overpaid' : 'refund-row';
    case 'close':
      return subject === 'tender' || subject === 'refund' || subject === 'capture' || subject === 'activation'
        ? `close-${subject}`
        : 'close-other';
    case 'open':
      return 'open-gap';
  }
}

/** True if the action needs one of the issuer's rows. */
export function needsRow(way: Resolution): boolean {
  return way.startsWith('attach-') || way === 'refund-row' || way === 'refund-overpaid' || way === 'refund-capture';
}

/** Rows to choose from: captures for a redemption, refunds for a refund. */
export function rowsFor({ subject, candidates }: Pick<AttentionItem, 'subject' | 'candidates'>): readonly Candidate[] {
  return candidates.filter(({ type }) => type === (subject === 'refund' ? 'refund' : 'capture'));
}

/** Cases that can cost the shop or a customer money come first. */
const ORDER: readonly AttentionKind[] = [
  'gap',
  'mid',
  'access',
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
 * Groups cases by kind, groups with late cases first. Within a group, cases that need a person come
 * first, then the oldest. Empty kinds are left out.
 */
export function groupCases(items: readonly AttentionItem[]): CaseGroup[] {
  const urgency = (a: AttentionItem, b: AttentionItem) =>
    Number(needsPerson(b)) - Number(needsPerson(a)) || Date.parse(a.since) - Date.parse(b.since);
  return ORDER.map((kind) => ({ kind, items: items.filter((item) => item.kind === kind).sort(urgency) })).filter(
    (group) => group.items.length > 0,
  );
}
