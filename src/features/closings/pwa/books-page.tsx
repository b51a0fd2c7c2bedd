import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { Tick } from '../../../pwa/ui/tick.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Days } from '../../transactions/pwa/period.ts';
import { PeriodChoice } from '../../transactions/pwa/period-choice.tsx';
import { shopCurrencyFirst } from '../../transactions/pwa/shop-currency-first.ts';
import { useAmountText, useDateText } from '../../transactions/pwa/texts.ts';
import { usePeriod } from '../../transactions/pwa/use-period.ts';
import {
  BOOK_FORMATS,
  type BookedClosing,
  type BookedClosings,
  type BookFormat,
  bookFormatSchema,
  EXPORT_FAULTS,
} from '../contract/books.ts';
import { BooksForm } from './books-form.tsx';
import { BOOKS_PAGE_VISIBLE_MAX } from './limits.ts';
import { bookedQuery, booksQuery, useExportBooks } from './office-queries.ts';

export function BooksPage() {
  const { books: messages } = usePageMessages('closings');
  const { places } = useMessages();
  const [period, setPeriod] = usePeriod('month');
  const { days } = period;
  const books = useQuery(booksQuery);
  const booked = useQuery(bookedQuery(days));
  const [format, setFormat] = useState<BookFormat>('csv');
  return (
    <Page title={places.books} lead={messages.lead} reading>
      <PeriodChoice period={period} onPeriod={setPeriod} />
      <Loaded query={booked}>
        {(found) => (
          <>
            <Export days={days} booked={found} format={format} onFormat={setFormat} />
            <Closings booked={found} />
          </>
        )}
      </Loaded>
      <Loaded query={books}>
        {(set) => (
          <BooksForm key={JSON.stringify(set)} books={set} taken={booked.data?.products ?? []} format={format} />
        )}
      </Loaded>
    </Page>
  );
}

interface ExportProps {
  readonly days: Days;
  readonly booked: BookedClosings;
  readonly format: BookFormat;
  readonly onFormat: (format: BookFormat) => void;
}

function Export({ days, booked, format, onFormat }: ExportProps) {
  const messages = usePageMessages('closings');
  const { books: own } = messages;
  const { currency } = useShop();
  const make = useExportBooks();
  const nets = booked.closings.flatMap((closing) => closing.nets).filter((net) => net.currency !== '');
  const currencies = [...new Set(shopCurrencyFirst(nets, currency).map((net) => net.currency))];
  const submit = submitted((form) =>
    make.mutate({
      from: days.first,
      to: days.last,
      format,
      currency: text(form, 'currency'),
      again: text(form, 'again') === 'yes',
    }),
  );
  return (
    <form className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6" onSubmit={submit}>
      <h2 className="text-section font-semibold">{own.exportTitle}</h2>
      <div className="grid gap-4 tablet:grid-cols-2">
        <Select label={own.format} value={format} onChoose={(name) => onFormat(bookFormatSchema.parse(name))}>
          {BOOK_FORMATS.map((name) => (
            <option key={name} value={name}>
              {own.formats[name]}
            </option>
          ))}
        </Select>
        <Select label={own.currency} name="currency">
          {(currencies.length === 0 ? [currency] : currencies).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </div>
      <Tick name="again" value="yes">
        {own.again}
      </Tick>
      <p className="text-label text-neutral-9">{own.untried}</p>
      {booked.open > 0 && <p>{own.open(booked.open)}</p>}
      <ExportFailure error={make.error} />
      {make.isSuccess && <Notice tone="done">{messages.saved}</Notice>}
      <Button type="submit" variant="main" className="justify-self-start" disabled={make.isPending}>
        {make.isPending ? own.making : own.make}
      </Button>
    </form>
  );
}

/** The reason for a failed export, and what to do. */
function ExportFailure({ error }: { readonly error: Error | null }) {
  const { books: messages } = usePageMessages('closings');
  const failure = failureOrNull(error);
  const field = failure?.kind === 'problem' ? failure.details.field : undefined;
  const fault = EXPORT_FAULTS.find((known) => known === field);
  if (fault !== undefined) return <Notice tone="attention">{messages.faults[fault]}</Notice>;
  return <FailureNotice failure={failure} />;
}

function Closings({ booked: { closings } }: { readonly booked: BookedClosings }) {
  const { books: messages, match, none } = usePageMessages('closings');
  const [all, setAll] = useState(false);
  const visible = all ? closings : closings.slice(-BOOKS_PAGE_VISIBLE_MAX);
  return (
    <section className="grid gap-2" aria-labelledby="booked-title">
      <h2 id="booked-title" className="text-section font-semibold">
        {messages.closings}
      </h2>
      {closings.length === 0 && <p>{none}</p>}
      <ul className="grid gap-2">
        {visible.map((closing) => (
          <ExportedClosing key={closing.id} closing={closing} />
        ))}
      </ul>
      {visible.length < closings.length && (
        <Button className="justify-self-start" onClick={() => setAll(true)}>
          {match.more}
        </Button>
      )}
    </section>
  );
}

function ExportedClosing({
  closing: { number, till, person, day, nets, exports },
}: {
  readonly closing: BookedClosing;
}) {
  const { books: messages, shift } = usePageMessages('closings');
  const amountText = useAmountText();
  const { dateTime } = useFormat();
  const date = useDateText();
  return (
    <li className="card flex flex-wrap justify-between gap-x-4 px-4 py-3 tabular-nums">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">
          {shift.z(number)}, {shift.at(till, person)}
        </span>
        <span className="block text-label text-neutral-9">{date(day)}</span>
        <span className="block text-label text-neutral-11">
          {exports.length === 0
            ? messages.never
            : exports
                .map(({ format, currency, at, person: by }) =>
                  messages.exported(`${messages.formats[format]} ${currency}`, dateTime(at), by),
                )
                .join('; ')}
        </span>
      </span>
      <span className="font-semibold">
        {nets.map(({ currency, net }) => amountText(net, currency)).join(' · ') || '–'}
      </span>
    </li>
  );
}
