import { maskRef } from '../../../contract/voucher/voucher.ts';
import { Technical } from '../../../pwa/ui/technical.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { Line, TransactionDetail } from '../contract/transaction.ts';
import { useRowTexts } from './texts.ts';

type Trail = TransactionDetail['records'][number]['vouchers'][number];

/** The issuer's records of one line, with the history of each voucher. */
export function IssuerRecords({
  line,
  detail,
}: {
  readonly line: Line;
  readonly detail: TransactionDetail | undefined;
}) {
  const messages = usePageMessages('transactions');
  const texts = useRowTexts();
  const { dateTime } = useFormat();
  if (line.row.type === 'activation') return null;
  const { row: own, authorization } = line;
  const records = (authorization === null ? [own] : [own, authorization]).map((row) => ({
    row,
    vouchers: detail?.records.find(({ transaction }) => transaction.id === row.id)?.vouchers ?? [],
  }));
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{messages.sheet.issuer}</h3>
      <ol className="grid gap-2">
        {records.map(({ row, vouchers }) => (
          <li key={row.id} className="grid gap-1 rounded-button bg-neutral-3 px-3 py-2">
            <p className="flex justify-between gap-3 font-medium">
              <span>{row.type === 'capture' ? messages.capture : texts(row).type}</span>
              <span className="tabular-nums">{texts(row).amount}</span>
            </p>
            <p className="text-label wrap-anywhere text-neutral-10 tabular-nums">
              <span className="block">
                {row.at === null ? messages.noTime : dateTime(row.at)} · <Technical>{row.rawStatus}</Technical>
              </span>
              <span className="block">{messages.sheet.number(row.id)}</span>
              <span className="block">{row.mid === '' ? messages.noShop : messages.sheet.shop(row.mid)}</span>
            </p>
            {vouchers.map((voucher, index) => (
              <VoucherTrail key={index} voucher={voucher} />
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function VoucherTrail({ voucher: { last4, product, actions } }: { readonly voucher: Trail }) {
  const { dateTime } = useFormat();
  return (
    <div className="border-l-2 border-neutral-5 pl-3 text-label">
      <p className="font-medium tabular-nums">{[maskRef(last4), product].filter(Boolean).join(' · ')}</p>
      <ol>
        {actions.map(({ type, status, codes, at }, index) => (
          // The index is a stable key, because entries are only appended.
          <li key={index} lang="en" className="break-words text-neutral-10">
            {[at === null ? null : dateTime(at), type, status, ...codes].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ol>
    </div>
  );
}
