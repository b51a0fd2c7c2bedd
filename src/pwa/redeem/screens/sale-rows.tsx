import { ChevronRight } from 'lucide-react';
import type { VoucherValue } from '../../../contract/money/money.ts';
import { tenderTone } from '../../../contract/redemption/tender.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useWords } from '../../words/words.tsx';
import { isUnsettled, leftOnVoucher, type SaleRow } from '../till/sale.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { standingWords } from './verdict-words.ts';

/** The vouchers of this sale and unresolved ones of earlier sales. */
export function SaleRows() {
  const { sale: words } = useWords();
  const { sale, earlier: all, stage } = useTill();
  // Resolved ones remain as chips in the header only.
  const earlier = all.filter(isUnsettled);
  const { newSale } = useTillStore();
  const isEmpty = sale.rows.length === 0 && earlier.length === 0;
  // Its space stays reserved while a voucher is open, so that nothing below it moves.
  if (isEmpty) return <p className={`px-1 text-neutral-9 ${stage.at === 'ready' ? '' : 'invisible'}`}>{words.empty}</p>;
  return (
    <div className="grid gap-3">
      {sale.rows.length > 0 && <Rows rows={sale.rows} title={words.title} />}
      {earlier.length > 0 && <Rows rows={earlier} title={words.earlier} isEarlier />}
      {sale.rows.length > 0 && sale.register === null && (
        <Button className="justify-self-end" onClick={newSale}>
          {words.newSale}
        </Button>
      )}
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
  const words = useWords();
  const { worth } = useFormat();
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
            {worth(view?.captured ?? row.requested)}
          </span>
        </span>
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="text-[min(0.875rem,5.5vw)] text-neutral-9">{left && words.sale.balance(worth(left))}</span>
          <Chip tone={view === null ? 'unknown' : tenderTone(view)}>
            {isEarlier ? standingWords(words, row) : words.states[view?.state ?? 'intent']}
          </Chip>
        </span>
      </span>
      <ChevronRight aria-hidden strokeWidth={1.75} size={18} className="text-neutral-9" />
    </button>
  );
}
