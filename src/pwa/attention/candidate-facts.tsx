import { currencySchema, isItems, type VoucherValue } from '../../contract/money/money.ts';
import type { Candidate } from '../../contract/voucher/evidence.ts';
import { Technical } from '../ui/technical.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';

interface CandidateProps {
  readonly row: Candidate;
  /** What the case is about: the row's bare number is read in the same kind. */
  readonly like: VoucherValue | null;
  readonly now: number;
}

/** A row of the issuer's search: type, value, time, status, and its id at the issuer. */
export function CandidateFacts({ row, like, now }: CandidateProps) {
  const attention = usePageWords('attention');
  const { verdict } = useWords();
  const { worth, moment } = useFormat();
  const amount = worthOf(row, like);
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 wrap-anywhere">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
        <span>{attention.rowTypes[row.type]}</span>
        {amount !== null && <span className="tabular-nums">{worth(amount)}</span>}
      </span>
      <span className="flex flex-wrap justify-between gap-x-3 text-label text-neutral-10">
        <span>{row.at === null ? attention.noTime : moment(row.at, now)}</span>
        <RowStatus>{row.status}</RowStatus>
      </span>
      <span className="text-label wrap-anywhere text-neutral-10 tabular-nums">
        <span className="block">{attention.row(row.transactionId)}</span>
        <span className="block">
          {row.last4 === undefined ? attention.shopNumber(row.mid) : verdict.voucher(`··${row.last4}`)}
        </span>
      </span>
    </span>
  );
}

/** The issuer's status, translated if it is a known one. */
function RowStatus({ children }: { readonly children: string }) {
  const { rowStatuses } = usePageWords('attention');
  const known = Object.entries(rowStatuses).find(([word]) => word === children.toLowerCase());
  return known === undefined ? <Technical>{children}</Technical> : <span>{known[1]}</span>;
}

/** Null where the issuer names no amount, or in no currency that can be written. */
function worthOf({ amount, currency }: Candidate, like: VoucherValue | null): VoucherValue | null {
  if (amount === null) return null;
  if (like !== null && isItems(like)) return { items: amount };
  return currencySchema.safeParse(currency).success ? { amount, currency } : null;
}
