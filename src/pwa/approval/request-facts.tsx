import type { ApprovableOperation, OpenApproval } from '../../contract/access/approval.ts';
import { requestedValue } from '../../contract/redemption/tender.ts';
import { useFormat } from '../ui/use-format.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';

/** Everything a manager has to see before approving: kind, amount or number, voucher and reason. */
export type RequestFactsProps = Pick<OpenApproval, 'kind' | 'worth' | 'cards' | 'last4' | 'reason'>;

export function RequestFacts({ kind, worth, cards, last4, reason }: RequestFactsProps) {
  const words = usePageWords('approval');
  const { verdict } = useWords();
  const { worth: worthText } = useFormat();
  const facts = [worth && worthText(worth), cards !== null && words.pieces(cards)].filter(Boolean);
  return (
    <>
      <p className="font-semibold">{[words.kinds[kind], ...facts].join(' · ')}</p>
      {last4 !== null && <p translate="no">{verdict.voucher(`··${last4}`)}</p>}
      {reason !== null && <p className="wrap-anywhere">{reason}</p>}
    </>
  );
}

/** The voucher of a request that contains only its id, as the page knows it. */
export type AboutVoucher = Partial<Pick<OpenApproval, 'worth' | 'last4'>>;

/** What a request says of itself, with what the page knows of its voucher. */
export function requestFactsOf(wish: ApprovableOperation, about: AboutVoucher = {}): RequestFactsProps {
  const none = { kind: wish.kind, worth: null, cards: null, last4: null, reason: null, ...about };
  switch (wish.kind) {
    case 'tender':
      return { ...none, worth: requestedValue(wish.tender) };
    case 'refund':
      return { ...none, reason: wish.refund.reason };
    case 'activation':
      return { ...none, cards: wish.ranges.reduce((sum, { count }) => sum + count, 0) };
    case 'reprint':
      return { ...none, cards: wish.vouchers };
    case 'issue':
      return { ...none, cards: wish.order.quantity };
  }
}
