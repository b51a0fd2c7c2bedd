import { ChevronRight } from 'lucide-react';
import type { VoucherValue } from '../../../contract/money/money.ts';
import { tenderTone } from '../../../contract/redemption/tender.ts';
import { Chip } from '../../ui/chip.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { isUnsettled, leftOnVoucher, type SaleRow } from '../till/sale.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { statusText } from './verdict-message.ts';

/** The first step of a sale. */
export function BeginHint() {
  const { sale: messages } = useMessages();
  const { sale, stage } = useTill();
  if (sale.rows.length > 0) return null;
  // Its space stays reserved while a voucher is open, so that the page below does not move.
  return <p className={`text-section font-semibold ${stage.at === 'ready' ? '' : 'invisible'}`}>{messages.empty}</p>;
}

/** The vouchers of this sale and unresolved ones of earlier sales. */
export function SaleRows() {
  const { sale: messages } = useMessages();
  const { sale, earlier: all } = useTill();
  // Resolved redemptions remain only as chips in the header.
  const earlier = all.filter(isUnsettled);
  if (sale.rows.length === 0 && earlier.length === 0) return null;
  return (
    <div className="grid gap-3">
      {sale.rows.length > 0 && <Rows rows={sale.rows} title={messages.title} />}
      {earlier.length > 0 && <Rows rows={earlier} title={messages.earlier} isEarlier />}
    </div>
  );
}

function Rows({
  rows,
  title,
  isEarlier = false,
}: {
  readonly rows: readonly SaleRow[];
  readonly title: string;
  readonly isEarlier?: boolean;
}) {
  return (
    <section className="card overflow-hidden" aria-label={title}>
      <h2 className="px-4 pt-3 text-label font-medium text-neutral-9">{title}</h2>
      <ul className="divide-y divide-neutral-4">
        {rows.map((row) => (
          <li key={row.tenderId}>
            <VoucherRow row={row} left={leftOnVoucher(row, rows)} isEarlier={isEarlier} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function VoucherRow({
  row,
  left,
  isEarlier,
}: {
  readonly row: SaleRow;
  readonly left: VoucherValue | null;
  readonly isEarlier: boolean;
}) {
  const messages = useMessages();
  const { value } = useFormat();
  const { show } = useTillStore();
  const { view } = row;
  return (
    <button
      type="button"
      onClick={() => show(row.tenderId)}
      className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left transition-colors hover:bg-neutral-3"
    >
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 tabular-nums">
          <span translate="no" className="font-medium">
            ··{row.last4}
          </span>
          <span translate="no" className="text-[min(1rem,5.5vw)] font-semibold">
            {value(view?.captured ?? row.requested)}
          </span>
        </span>
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="text-[min(0.875rem,5.5vw)] text-neutral-9">
            {left && messages.sale.balance(value(left))}
          </span>
          <Chip tone={view === null ? 'unknown' : tenderTone(view)}>
            {isEarlier ? statusText(messages, row) : messages.states[view?.state ?? 'intent']}
          </Chip>
        </span>
      </span>
      <ChevronRight aria-hidden strokeWidth={1.75} size={18} className="text-neutral-9" />
    </button>
  );
}
