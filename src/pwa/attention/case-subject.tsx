import type { AttentionItem } from '../../contract/redemption/attention.ts';
import { Amount } from '../ui/amount.tsx';
import { usePageMessages } from '../words/page-words.ts';

/**
 * The title of a case: the kind of operation, and the last four characters of its voucher, if any.
 */
export function useCaseTitle({ subject, last4 }: Pick<AttentionItem, 'subject' | 'last4'>): string {
  const { subjects } = usePageMessages('attention');
  return last4 === '' ? subjects[subject] : `${subjects[subject]} ··${last4}`;
}

export function CaseSubject({ item: { amount, ranges } }: { readonly item: AttentionItem }) {
  const { cards } = usePageMessages('attention');
  return (
    <>
      {amount !== null && <Amount worth={amount} className="block text-title font-semibold" />}
      {ranges !== undefined && (
        <ul className="text-section font-semibold tabular-nums">
          {ranges.map(({ start, end, count }) => (
            <li key={start}>{cards(count, start, end)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
