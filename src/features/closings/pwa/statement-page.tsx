import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { grouped } from '../../../contract/money/grouped.ts';
import { addDays } from '../../../contract/platform/shop-day.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { PrintHead } from '../../../pwa/shell/layout/print-document.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { SaveButtons } from '../../../pwa/ui/save-buttons.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Bars } from '../../transactions/contract/transaction-list.ts';
import { DayChart } from '../../transactions/pwa/day-chart.tsx';
import type { NamedPeriod } from '../../transactions/pwa/period.ts';
import { PeriodChoice } from '../../transactions/pwa/period-choice.tsx';
import { useAmountText } from '../../transactions/pwa/texts.ts';
import { usePeriod } from '../../transactions/pwa/use-period.ts';
import type { Statement, StatementDay, StatementLine } from '../contract/books.ts';
import { statementQuery, useSaveStatement } from './office-queries.ts';

/**
 * Amounts paid with vouchers, by product, class and account: on the screen, in print and as a file.
 */
export function StatementPage() {
  const { statement: messages } = usePageMessages('closings');
  const { places } = useMessages();
  const [period, setPeriod] = usePeriod('month');
  const { days } = period;
  const choose = (chosen: NamedPeriod) => {
    setTill(null);
    setPeriod(chosen);
  };
  const [till, setTill] = useState<string | null>(null);
  const query = useQuery(statementQuery(days, till));
  /* The tills with redemptions, independent of the selected till. */
  const { data: all } = useQuery(statementQuery(days, null));
  const save = useSaveStatement();
  return (
    <Page title={places.statement} lead={messages.lead} prints="content">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <PeriodChoice period={period} onPeriod={choose} />
        <div className="screen-only flex flex-wrap items-end gap-3">
          <Select
            label={messages.till}
            value={till ?? ''}
            onChoose={(id) => setTill(id === '' ? null : id)}
            className="min-w-48"
          >
            <option value="">{messages.allTills}</option>
            {all?.tills.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <Button onClick={() => window.print()}>
            <Printer aria-hidden strokeWidth={1.75} size={20} />
            {messages.print}
          </Button>
          <SaveButtons
            isBusy={save.isPending}
            onSave={(fileQuery) => save.mutate({ from: days.first, to: days.last, till, query: fileQuery })}
          />
        </div>
        <FailureNotice failure={failureOrNull(save.error)} />
        <Loaded query={query}>{(statement) => <Stated statement={statement} onPeriod={choose} />}</Loaded>
      </div>
    </Page>
  );
}

interface StatedProps {
  readonly statement: Statement;
  readonly onPeriod: (period: NamedPeriod) => void;
}

function Stated({ statement: { from, to, till, tills, lines, days }, onPeriod }: StatedProps) {
  const { statement: messages, none } = usePageMessages('closings');
  const { day } = useFormat();
  const tillName = tills.find(({ id }) => id === till)?.name ?? messages.allTills;
  return (
    <article className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6" aria-labelledby="statement-title">
      <header>
        <PrintHead className="mb-3 hidden print:block" />
        <h2 id="statement-title" className="text-section font-semibold">
          {messages.title}
        </h2>
        <p className="tabular-nums">
          {messages.period(day(from), day(to))}, {tillName}
        </p>
      </header>
      {from !== to && <DayChart first={from} bars={barsByDay(from, to, days)} onPeriod={onPeriod} />}
      {lines.length === 0 ? <p>{none}</p> : <StatementTable lines={lines} />}
      <p className="screen-only text-label text-neutral-9">{messages.classes}</p>
    </article>
  );
}

/** An amount for each day of the period, by currency. */
function barsByDay(from: string, to: string, days: readonly StatementDay[]): Bars[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return [...grouped(days, ({ currency }) => currency)].map(([currency, some]) => {
    const byDay = new Map(some.map((one) => [one.day, one]));
    const amounts = (name: 'redeemed' | 'refunded') => dates.map((date) => byDay.get(date)?.[name] ?? 0);
    return { currency, captured: amounts('redeemed'), refunded: amounts('refunded') };
  });
}

/** A scrollable area must be reachable by keyboard. */
const SCROLLED = { role: 'region', tabIndex: 0 } as const;

/** On a phone each table row is a list: its cells are stacked, with names. */
const LISTED =
  'max-tablet:flex max-tablet:justify-between max-tablet:gap-4 max-tablet:px-0 max-tablet:py-1 ' +
  'max-tablet:before:text-left max-tablet:before:font-normal max-tablet:before:text-neutral-11 ' +
  'max-tablet:before:content-[attr(data-name)] max-tablet:not-[th]:text-right';
const LINE = 'max-tablet:block max-tablet:py-3';
const NAMED = 'max-tablet:before:content-none';
const CELL = `px-2 py-2 first:pl-0 last:pr-0 ${LISTED}`;
const FIGURE = `${CELL} text-right whitespace-nowrap`;

interface StatementTableProps {
  readonly lines: readonly StatementLine[];
  /** The name of the table, if the page has several. */
  readonly label?: string;
}

/** Statement lines with their totals. */
export function StatementTable({ lines, label }: StatementTableProps) {
  const { statement: messages } = usePageMessages('closings');
  const names = messages.columns;
  return (
    <div className="overflow-x-auto print:overflow-visible" {...SCROLLED} aria-label={label ?? messages.title}>
      <table className="w-full text-left tabular-nums max-tablet:block">
        <thead className="text-label text-neutral-11 max-tablet:sr-only">
          <tr>
            {(['product', 'class', 'account'] as const).map((name) => (
              <th key={name} scope="col" className={CELL}>
                {names[name]}
              </th>
            ))}
            {(['redeemed', 'refunded', 'net', 'forfeited'] as const).map((name) => (
              <th key={name} scope="col" className={FIGURE}>
                {names[name]}
              </th>
            ))}
            <th scope="col" className={CELL}>
              {names.receipts}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-neutral-4 max-tablet:block">
          {lines.map((line) => (
            <Row key={[line.product, line.currency, line.class, line.account].join(' ')} line={line} />
          ))}
        </tbody>
        <tfoot className="max-tablet:block">
          {[...grouped(lines, ({ currency }) => currency)].map(([currency, some]) => (
            <Total key={currency} currency={currency} lines={some} />
          ))}
        </tfoot>
      </table>
    </div>
  );
}

function Row({ line }: { readonly line: StatementLine }) {
  const { statement: messages, classes } = usePageMessages('closings');
  const amountText = useAmountText();
  const names = messages.columns;
  const { product, account, currency, redeemed, redemptions, refunded, refunds, net, forfeited, receipts } = line;
  return (
    <tr className={LINE}>
      <th scope="row" className={`${CELL} ${NAMED} font-medium`}>
        {product || messages.noProduct}
      </th>
      <td className={CELL} data-name={names.class}>
        {classes[line.class]}
      </td>
      <td className={CELL} data-name={names.account}>
        {account || '–'}
      </td>
      <td className={FIGURE} data-name={names.redeemed}>
        {messages.counted(amountText(redeemed, currency), redemptions)}
      </td>
      <td className={FIGURE} data-name={names.refunded}>
        {messages.counted(amountText(refunded, currency), refunds)}
      </td>
      <td className={`${FIGURE} font-semibold`} data-name={names.net}>
        {amountText(net, currency)}
      </td>
      <td className={FIGURE} data-name={names.forfeited}>
        {forfeited === 0 ? '–' : amountText(forfeited, currency)}
      </td>
      <td className={CELL} data-name={names.receipts}>
        {receipts === null ? '–' : messages.range(receipts.first, receipts.last)}
      </td>
    </tr>
  );
}

function Total({ currency, lines }: { readonly currency: string; readonly lines: readonly StatementLine[] }) {
  const { total, statement: messages } = usePageMessages('closings');
  const amountText = useAmountText();
  const sum = (name: 'redeemed' | 'refunded' | 'net' | 'forfeited') =>
    amountText(
      lines.reduce((all, line) => all + line[name], 0),
      currency,
    );
  return (
    <tr className={`border-t border-neutral-8 font-semibold ${LINE}`}>
      <th scope="row" colSpan={3} className={`${CELL} ${NAMED}`}>
        {total}
      </th>
      {(['redeemed', 'refunded', 'net', 'forfeited'] as const).map((name) => (
        <td key={name} className={FIGURE} data-name={messages.columns[name]}>
          {sum(name)}
        </td>
      ))}
      <td className={`${CELL} max-tablet:hidden`}>–</td>
    </tr>
  );
}
