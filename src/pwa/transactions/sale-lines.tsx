import type { SaleFacts, Transaction } from '../../contract/transaction.ts';
import { useWords } from '../words/words.tsx';
import { useAmountText } from './texts.ts';

/** What the journal knows of the sale that a row belongs to, in short lines; of a single-use voucher also what it held and what of that is forfeited. */
export function SaleLines({ row }: { readonly row: Transaction }) {
  const sale = row.by?.sale;
  return sale === undefined ? null : <Lines sale={sale} currency={row.currency} />;
}

function Lines({ sale, currency }: { readonly sale: SaleFacts; readonly currency: string }) {
  const { registers, kinds } = useWords();
  const amountText = useAmountText();
  const { receiptNo, entry, held, forfeited } = sale;
  const lines = [
    [registers.receiptNo, receiptNo],
    [registers.entry, entry && registers.entries[entry]],
    [registers.held, held === null || forfeited === null ? null : amountText(held, currency)],
    [kinds.forfeitedLabel, forfeited === null ? null : amountText(forfeited, currency)],
  ] as const;
  return (
    <dl className="grid gap-1">
      {lines.map(
        ([name, said]) =>
          said !== null && (
            <div key={name} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-neutral-9">{name}</dt>
              <dd className="font-medium break-all tabular-nums">{said}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
