import { currencySchema, isItems, type VoucherValue } from '../../contract/money/money.ts';
import { rowStatusOf } from '../../contract/redemption/row-status.ts';
import type { Candidate } from '../../contract/voucher/evidence.ts';
import { Technical } from '../ui/technical.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { usePageMessages } from '../words/page-words.ts';
import { useMessages } from '../words/words.tsx';

interface CandidateProps {
  readonly row: Candidate;
  /** The value of the case, whose unit is that of the row's number. */
  readonly like: VoucherValue | null;
  /** When our request began; null for a capture that has none. */
  readonly since: string | null;
}

/**
 * A row of the issuer's search: type, value, time to the second and its distance from our request,
 * status, and its id at the issuer.
 */
export function CandidateFacts({ row, like, since }: CandidateProps) {
  const attention = usePageMessages('attention');
  const { verdict } = useMessages();
  const { value, second, wait } = useFormat();
  const amount = candidateValue(row, like);
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 wrap-anywhere">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
        <span>{attention.rowTypes[row.type]}</span>
        {amount !== null && <span className="tabular-nums">{value(amount)}</span>}
      </span>
      <span className="flex flex-wrap justify-between gap-x-3 text-label text-neutral-10">
        <span>{row.at === null ? attention.noTime : second(row.at)}</span>
        <RowStatus row={row} />
      </span>
      <span className="text-label wrap-anywhere text-neutral-10 tabular-nums">
        {row.at !== null && since !== null && (
          <span className="block">{attention.fromRequest(Date.parse(row.at) - Date.parse(since), wait)}</span>
        )}
        <span className="block">{attention.row(row.transactionId)}</span>
        <span className="block">
          {row.last4 === undefined ? attention.shopNumber(row.mid) : verdict.voucher(`··${row.last4}`)}
        </span>
      </span>
    </span>
  );
}

/** The issuer's status, translated if it is a known one. */
function RowStatus({ row }: { readonly row: Candidate }) {
  const { rowStatuses } = usePageMessages('attention');
  const status = rowStatusOf({ rawStatus: row.status, type: row.type });
  return status === 'unknown' ? <Technical>{row.status}</Technical> : <span>{rowStatuses[status]}</span>;
}

/** Null if the issuer names no amount, or one in an unknown currency. */
function candidateValue({ amount, currency }: Candidate, like: VoucherValue | null): VoucherValue | null {
  if (amount === null) return null;
  if (like !== null && isItems(like)) return { items: amount };
  return currencySchema.safeParse(currency).success ? { amount, currency } : null;
}
