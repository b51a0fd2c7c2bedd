import type { ApprovableOperation, RequestSummary } from '../../contract/access/approval.ts';
import { COUNTED_LIMITS, type MetLimit } from '../../contract/access/sale-limit.ts';
import { requestedValue } from '../../contract/redemption/tender.ts';
import { useShop } from '../shell/use-session.ts';
import { useFormat } from '../ui/use-format.tsx';
import { usePageMessages } from '../words/page-words.ts';
import { useMessages } from '../words/words.tsx';

/**
 * Everything a manager has to see before approving: kind, amount or number, voucher, reason and
 * rule.
 */
export function RequestFacts({ kind, worth, cards, last4, reason, limit }: RequestSummary) {
  const messages = usePageMessages('approval');
  const { verdict } = useMessages();
  const { value: worthText } = useFormat();
  const countText = kind === 'activation' ? messages.cards : messages.vouchers;
  const facts = [worth && worthText(worth), cards !== null && countText(cards)].filter(Boolean);
  return (
    <>
      <p className="text-section font-semibold">{[messages.kinds[kind], ...facts].join(' · ')}</p>
      {last4 !== null && <p translate="no">{verdict.voucher(`··${last4}`)}</p>}
      {reason !== null && <p className="wrap-anywhere">{reason}</p>}
      {limit && <LimitRule limit={limit} />}
    </>
  );
}

/** The rule that requires a manager. */
function LimitRule({ limit: { kind, above, way } }: { readonly limit: MetLimit }) {
  const messages = usePageMessages('approval');
  const { money } = useFormat();
  const { currency } = useShop();
  const isNumber = kind === 'hour-cards' || (kind !== 'hour-sum' && COUNTED_LIMITS.has(kind));
  const countText = kind.endsWith('cards') ? messages.cards : messages.vouchers;
  const text = isNumber ? countText(above) : money({ amount: above, currency });
  return <p>{messages.rule(messages.limits[kind], text, way === 'second-person')}</p>;
}

/**
 * The page's data about a request that contains only an id: its voucher and the exceeded limit.
 */
export type AboutVoucher = Partial<Pick<RequestSummary, 'worth' | 'last4' | 'limit'>>;

/** Combines the request's own data with the page's data about its voucher. */
export function requestFactsOf(operation: ApprovableOperation, about: AboutVoucher = {}): RequestSummary {
  const none = { kind: operation.kind, worth: null, cards: null, last4: null, reason: null, ...about };
  switch (operation.kind) {
    case 'tender':
      return { ...none, worth: requestedValue(operation.tender) };
    case 'refund':
      return { ...none, reason: operation.refund.reason };
    case 'activation':
      return { ...none, cards: operation.ranges.reduce((sum, { count }) => sum + count, 0) };
    case 'reprint':
      return { ...none, cards: operation.vouchers };
    case 'issue':
      return { ...none, cards: operation.order.quantity };
  }
}
