import { Link } from 'wouter';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import { addressOfTransaction } from '../../../pwa/shell/addresses.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { DifferenceChip } from '../../transactions/pwa/difference-chip.tsx';
import { useAmountText } from '../../transactions/pwa/texts.ts';
import type { Cover, ShiftSummary } from '../contract/shift.ts';
import { type DayReport, dayReports, zReportsOf } from './day-report.ts';
import { AmountLine } from './shift-result.tsx';

interface DayResultProps {
  readonly cover: Cover;
  /** The shifts that opened on the day. */
  readonly shifts: readonly ShiftSummary[];
}

/** A day's Z reports next to the issuer's total, for the screen and in print. */
export function DayResult({ cover, shifts }: DayResultProps) {
  const { day: messages, none } = usePageMessages('closings');
  const { currencies, differing, coverage } = cover;
  const isRead = coverage.gaps.length === 0;
  const isComplete = currencies.every((one) => one.open === 0 && one.unexplained === 0) && differing.length === 0;
  return (
    <>
      {!isRead && <p>{messages.reading}</p>}
      {isRead && currencies.length === 0 && <p>{none}</p>}
      {isRead && currencies.length > 0 && isComplete && <Notice tone="done">{messages.complete}</Notice>}
      {dayReports(cover, shifts).map((sums) => (
        <DayInCurrency key={sums.currency} sums={sums} count={zReportsOf(shifts).length} />
      ))}
      <Lists cover={cover} />
    </>
  );
}

/** A day in one currency. `count`: its Z reports. */
export function DayInCurrency({ sums, count }: { readonly sums: DayReport; readonly count: number }) {
  const { day: messages } = usePageMessages('closings');
  const amountText = useAmountText();
  const { currency, zReports, issuer, register } = sums;
  const between = (['otherDays', 'differing', 'open', 'unmatched'] as const).filter((name) => sums[name] !== 0);
  return (
    <div className="grid gap-2 border-t border-neutral-4 pt-3">
      <dl className="grid gap-1 tabular-nums">
        <AmountLine name={messages.zReports(count)} amount={amountText(zReports, currency)} />
        {between.map((name) => (
          <AmountLine key={name} name={messages.between[name]} amount={amountText(sums[name], currency)} />
        ))}
        <AmountLine name={messages.issuer} amount={amountText(issuer, currency)} />
        {register !== null && (
          <AmountLine name={messages.register(register.count, count)} amount={amountText(register.amount, currency)} />
        )}
      </dl>
      {register !== null && (
        <p>
          <DifferenceChip sums={{ difference: register.difference, currency }} />
        </p>
      )}
    </div>
  );
}

function Lists({ cover: { differing, unexplained, unsettled } }: { readonly cover: Cover }) {
  const { day: messages } = usePageMessages('closings');
  const amountText = useAmountText();
  const { dateTime } = useFormat();
  return (
    <>
      {differing.length > 0 && (
        <TitledList title={messages.differingTitle}>
          {differing.map(({ id, last4, counted, issuer, currency }) => (
            <LinkedRow key={id} id={id} name={maskRef(last4)}>
              {messages.differs(amountText(counted, currency), amountText(issuer, currency))}
            </LinkedRow>
          ))}
        </TitledList>
      )}
      {unexplained.length > 0 && (
        <TitledList title={messages.unmatchedTitle}>
          {unexplained.map(({ id, at, last4, amount, currency }) => (
            <LinkedRow key={id} id={id} name={[maskRef(last4), ...(at === null ? [] : [dateTime(at)])].join(', ')}>
              {amount === null ? '–' : amountText(amount, currency)}
            </LinkedRow>
          ))}
        </TitledList>
      )}
      {unsettled.length > 0 && (
        <TitledList title={messages.unsettledTitle}>
          {unsettled.map(({ id, till, person, at, amount, currency }) => (
            <li key={id} className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 px-2">
              <span>{[till, person, dateTime(at)].join(', ')}</span>
              <span className="font-semibold">{amountText(amount, currency)}</span>
            </li>
          ))}
        </TitledList>
      )}
    </>
  );
}

function LinkedRow({
  id,
  name,
  children,
}: {
  readonly id: string;
  readonly name: string;
  readonly children: React.ReactNode;
}) {
  return (
    <li>
      <Link
        href={addressOfTransaction(id)}
        className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 rounded-button px-2 hover:bg-neutral-3"
      >
        <span>{name}</span>
        <span className="font-semibold">{children}</span>
      </Link>
    </li>
  );
}

function TitledList({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div className="grid gap-1">
      <h3 className="font-semibold">{title}</h3>
      <ul className="divide-y divide-neutral-4 tabular-nums">{children}</ul>
    </div>
  );
}
