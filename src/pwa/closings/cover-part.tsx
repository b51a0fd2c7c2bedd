import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Cover } from '../../contract/shift.ts';
import { isDate } from '../../contract/shop-day.ts';
import { maskRef } from '../../contract/voucher.ts';
import { addressOfTransaction } from '../shell/addresses.ts';
import { Loaded } from '../shell/loaded.tsx';
import { useAmountText } from '../transactions/texts.ts';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { usePageWords } from '../words/page-words.ts';
import { coverQuery } from './queries.ts';
import { AmountLine } from './shift-result.tsx';

/** Where what the issuer did on one day stands here, and what no closing has. */
export function CoverPart({ last }: { readonly last: string }) {
  const words = usePageWords('closings');
  const [day, setDay] = useState(last);
  const query = useQuery({ ...coverQuery(day), enabled: isDate(day) });
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6" aria-labelledby="cover-title">
      <header>
        <h2 id="cover-title" className="text-section font-semibold">
          {words.cover.title}
        </h2>
        <p className="max-w-prose text-neutral-9">{words.cover.lead}</p>
      </header>
      <Field
        label={words.day}
        type="date"
        required
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <Loaded query={query}>{(cover) => <Covered cover={cover} />}</Loaded>
    </section>
  );
}

function Covered({ cover: { currencies, differing, unexplained, coverage, unsettled } }: { readonly cover: Cover }) {
  const { cover: words, none } = usePageWords('closings');
  const amountText = useAmountText();
  const { dateTime } = useFormat();
  const isRead = coverage.gaps.length === 0;
  const isCovered = currencies.every((one) => one.open === 0 && one.unexplained === 0) && differing.length === 0;
  return (
    <>
      {!isRead && <p>{words.reading}</p>}
      {isRead && currencies.length === 0 && <p>{none}</p>}
      {isRead && currencies.length > 0 && isCovered && <Notice tone="done">{words.complete}</Notice>}
      {currencies.map(({ currency, issuer, closed, open, unexplained: left, counted, difference }) => (
        <dl key={currency} className="grid gap-1 border-t border-neutral-4 pt-3 tabular-nums">
          <AmountLine name={words.issuer} amount={amountText(issuer, currency)} />
          <AmountLine name={words.closed} amount={amountText(closed, currency)} />
          <AmountLine name={words.open} amount={amountText(open, currency)} />
          <AmountLine name={words.unexplained} amount={amountText(left, currency)} />
          <AmountLine name={words.counted} amount={amountText(counted, currency)} />
          <AmountLine name={words.difference} amount={amountText(difference, currency)} />
        </dl>
      ))}
      {differing.length > 0 && (
        <Listed title={words.differingTitle}>
          {differing.map(({ id, last4, counted, issuer, currency }) => (
            <LinkedRow key={id} id={id} name={maskRef(last4)}>
              {words.differs(amountText(counted, currency), amountText(issuer, currency))}
            </LinkedRow>
          ))}
        </Listed>
      )}
      {unexplained.length > 0 && (
        <Listed title={words.unexplainedTitle}>
          {unexplained.map(({ id, at, last4, amount, currency }) => (
            <LinkedRow key={id} id={id} name={[maskRef(last4), ...(at === null ? [] : [dateTime(at)])].join(', ')}>
              {amount === null ? '–' : amountText(amount, currency)}
            </LinkedRow>
          ))}
        </Listed>
      )}
      {unsettled.length > 0 && (
        <Listed title={words.unsettledTitle}>
          {unsettled.map(({ id, till, person, at, amount, currency }) => (
            <li key={id} className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 px-2">
              <span>{[till, person, dateTime(at)].join(', ')}</span>
              <span className="font-semibold">{amountText(amount, currency)}</span>
            </li>
          ))}
        </Listed>
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

function Listed({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div className="grid gap-1">
      <h3 className="font-semibold">{title}</h3>
      <ul className="divide-y divide-neutral-4 tabular-nums">{children}</ul>
    </div>
  );
}
