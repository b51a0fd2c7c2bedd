import { CircleCheck, Hourglass } from 'lucide-react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { type Money, magnitude } from '../../../contract/money/money.ts';
import { SaleNotice } from '../../../pwa/approval/sale-notice.tsx';
import { Amount } from '../../../pwa/ui/amount.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { DisplayedVoucher } from '../contract/display.ts';
import type { DisplayContent } from './display-content.ts';
import { ReceiptCode } from './receipt-code.tsx';

interface IdleViewProps {
  readonly name: string;
  readonly hasName: boolean;
  /** The fraud warning for customers; empty for the default text, null for none. */
  readonly notice: string | null;
}

export function IdleView({ name, hasName, notice }: IdleViewProps) {
  const messages = usePageMessages('customer-display');
  return (
    <div className="grid gap-3 text-center">
      <h1 className="text-refusal font-semibold text-balance wrap-anywhere">{name}</h1>
      {hasName && <p className="text-title text-neutral-9">{messages.welcome}</p>}
      {notice !== null && (
        <div className="max-w-3xl justify-self-center pt-4 text-section">
          <SaleNotice text={notice} />
        </div>
      )}
    </div>
  );
}

/** The server is unreachable: no amount is shown, because none is reliable. */
export function WaitingView({ name }: { readonly name: string }) {
  const messages = usePageMessages('customer-display');
  return (
    <div className="grid justify-items-center gap-4 text-center" role="status">
      <p className="text-section text-neutral-9">{name}</p>
      <Hourglass aria-hidden strokeWidth={1.75} size={72} className="text-neutral-9" />
      <h1 className="text-refusal font-semibold text-balance">{messages.moment}</h1>
      <p className="text-section text-neutral-9">{messages.waitingLead}</p>
    </div>
  );
}

/** One customer: the amount due on the left, the redeemed vouchers on the right. */
export function SaleView({
  name,
  content,
}: {
  readonly name: string;
  readonly content: Extract<DisplayContent, { kind: 'sale' }>;
}) {
  const messages = usePageMessages('customer-display');
  const { due, vouchers, stage, redeemed, receipt } = content;
  return (
    <>
      <h1 className="text-title text-neutral-9 wrap-anywhere">{name}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 till:grid-cols-[repeat(2,minmax(0,1fr))] till:gap-10">
        <div className="@container grid gap-5">
          {due !== null && <Figure name={messages.due} worth={due} size={content.left === null ? 'large' : 'small'} />}
          {due === null && redeemed !== null && <Figure name={messages.taken} worth={redeemed} size="large" />}
          <div role="status" className="@container grid gap-5">
            {stage === 'moment' && <Moment />}
            {stage !== 'moment' && content.left !== null && content.left.amount > 0 && (
              <Figure name={messages.left} worth={content.left} size="large" />
            )}
            {stage === 'thanks' && (
              <div className="flex flex-wrap items-start gap-x-10 gap-y-5">
                <Thanks isPaid={due !== null} />
                {receipt !== null && <ReceiptCode receipt={receipt} />}
              </div>
            )}
          </div>
        </div>
        {vouchers.length > 0 && (
          <ul className="card divide-y divide-neutral-4 px-5">
            {vouchers.slice(-LIMITS.shownVouchersMax).map((voucher, position) => (
              <li key={`${position} ${voucher.last4}`}>
                <VoucherLine voucher={voucher} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function Figure({
  name,
  worth,
  size,
}: {
  readonly name: string;
  readonly worth: Money;
  readonly size: 'large' | 'small';
}) {
  return (
    <div className="@container">
      <h2 className="text-section font-medium text-neutral-9">{name}</h2>
      <Amount worth={worth} className={`block font-semibold ${size === 'large' ? 'text-verdict' : 'text-amount'}`} />
    </div>
  );
}

function Moment() {
  const messages = usePageMessages('customer-display');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="flex items-center gap-3 text-title font-semibold">
        <Hourglass aria-hidden strokeWidth={1.75} size={32} className="shrink-0 text-neutral-9" />
        {messages.moment}
      </p>
      <p className="text-section text-neutral-9">{messages.momentLead}</p>
    </div>
  );
}

function Thanks({ isPaid }: { readonly isPaid: boolean }) {
  const messages = usePageMessages('customer-display');
  return (
    <div className="grid gap-1 text-done-ink">
      <p className="flex items-center gap-3 text-refusal font-semibold">
        <CircleCheck aria-hidden strokeWidth={1.75} size={56} className="shrink-0" />
        {messages.thanks}
      </p>
      {isPaid && <p className="text-section">{messages.paid}</p>}
    </div>
  );
}

/** The journal's record of one voucher. */
function VoucherLine({ voucher: { last4, state, taken, remaining } }: { readonly voucher: DisplayedVoucher }) {
  const messages = usePageMessages('customer-display');
  const { value } = useFormat();
  return (
    <div className="grid gap-1 py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-section">
        <span className="tabular-nums">{messages.voucher(last4)}</span>
        <span className="font-semibold tabular-nums">{taken === null ? messages.states[state] : value(taken)}</span>
      </p>
      {taken !== null && (
        <p className="flex flex-wrap justify-between gap-x-4 text-neutral-9">
          <span>{messages.states[state]}</span>
          {remaining !== null && (
            <span className="tabular-nums">
              {magnitude(remaining) === 0 ? messages.nothingOn : messages.remaining(value(remaining))}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
