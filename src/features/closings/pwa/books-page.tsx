import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/frame/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { Tick } from '../../../pwa/ui/tick.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import { ownFirst } from '../../transactions/pwa/own-first.ts';
import type { Days } from '../../transactions/pwa/period.ts';
import { useAmountText, useDateText } from '../../transactions/pwa/texts.ts';
import {
  BOOK_FORMATS,
  type BookedClosing,
  type BookedClosings,
  bookFormatSchema,
  EXPORT_FAULTS,
} from '../contract/books.ts';
import { BooksForm } from './books-form.tsx';
import { DaysForm, useDays } from './days-form.tsx';
import { bookedQuery, booksQuery, useExportBooks } from './office-queries.ts';

export function BooksPage() {
  const { books: words } = usePageWords('closings');
  const { places } = useWords();
  const [days, setDays] = useDays('month');
  const books = useQuery(booksQuery);
  const booked = useQuery(bookedQuery(days));
  return (
    <Page title={places.books} lead={words.lead}>
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
        <DaysForm days={days} onDays={setDays} />
        <Loaded query={booked}>
          {(found) => (
            <>
              <Export days={days} booked={found} />
              <Closings booked={found} />
            </>
          )}
        </Loaded>
        <Loaded query={books}>
          {(set) => <BooksForm key={JSON.stringify(set)} books={set} taken={booked.data?.products ?? []} />}
        </Loaded>
      </div>
    </Page>
  );
}

function Export({ days, booked }: { readonly days: Days; readonly booked: BookedClosings }) {
  const words = usePageWords('closings');
  const { books: own } = words;
  const { currency } = useShop();
  const make = useExportBooks();
  const nets = booked.closings.flatMap((closing) => closing.nets).filter((net) => net.currency !== '');
  const currencies = [...new Set(ownFirst(nets, currency).map((net) => net.currency))];
  const submit = submitted((form) =>
    make.mutate({
      from: days.first,
      to: days.last,
      format: bookFormatSchema.parse(text(form, 'format')),
      currency: text(form, 'currency'),
      again: text(form, 'again') === 'yes',
    }),
  );
  return (
    <form className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6" onSubmit={submit}>
      <h2 className="text-section font-semibold">{own.exportTitle}</h2>
      <div className="grid gap-4 tablet:grid-cols-2">
        <Select label={own.format} name="format">
          {BOOK_FORMATS.map((format) => (
            <option key={format} value={format}>
              {own.formats[format]}
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
      {make.isSuccess && <Notice tone="done">{words.saved}</Notice>}
      <Button type="submit" className="justify-self-start" disabled={make.isPending}>
        {make.isPending ? own.making : own.make}
      </Button>
    </form>
  );
}

/** The reason for a failed export, and what to do. */
function ExportFailure({ error }: { readonly error: Error | null }) {
  const { books: words } = usePageWords('closings');
  const failure = failureOrNull(error);
  const field = failure?.kind === 'problem' ? failure.details.field : undefined;
  const fault = EXPORT_FAULTS.find((known) => known === field);
  if (fault !== undefined) return <Notice tone="attention">{words.faults[fault]}</Notice>;
  return <FailureNotice failure={failure} />;
}

function Closings({ booked: { closings } }: { readonly booked: BookedClosings }) {
  const { books: words, match, none } = usePageWords('closings');
  const [all, setAll] = useState(false);
  const shown = all ? closings : closings.slice(-SHOWN);
  return (
    <section className="grid gap-2" aria-labelledby="booked-title">
      <h2 id="booked-title" className="text-section font-semibold">
        {words.closings}
      </h2>
      {closings.length === 0 && <p>{none}</p>}
      <ul className="grid gap-2">
        {shown.map((closing) => (
          <Booked key={closing.id} closing={closing} />
        ))}
      </ul>
      {shown.length < closings.length && (
        <Button className="justify-self-start" onClick={() => setAll(true)}>
          {match.more}
        </Button>
      )}
    </section>
  );
}

/** The latest exports are enough to see what was exported. */
const SHOWN = 30;

function Booked({ closing: { number, till, person, day, nets, exports } }: { readonly closing: BookedClosing }) {
  const { books: words, shift } = usePageWords('closings');
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
            ? words.never
            : exports
                .map(({ format, currency, at, person: by }) =>
                  words.exported(`${words.formats[format]} ${currency}`, dateTime(at), by),
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
