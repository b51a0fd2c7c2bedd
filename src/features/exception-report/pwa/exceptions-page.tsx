import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { addDays } from '../../../contract/platform/shop-day.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { slotsOf } from '../../../pwa/shell/slots.ts';
import { useToday } from '../../../pwa/today/figure.tsx';
import { BarChart } from '../../../pwa/ui/bar-chart.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useLanguage, useMessages } from '../../../pwa/words/words.tsx';
import type { Exception, Exceptions } from '../contract/exception.ts';
import { ThresholdForm } from './thresholds.tsx';
import { exceptionsQuery } from './use-exceptions.ts';

/** For managers: deviations from other days, with their lines. It makes no accusation. */
export function ExceptionsPage() {
  const messages = usePageMessages('exception-report');
  const { places } = useMessages();
  const found = useQuery(exceptionsQuery());
  return (
    <Page title={places.exceptions} lead={messages.lead}>
      <Loaded query={found}>{(exceptions) => <All found={exceptions} />}</Loaded>
    </Page>
  );
}

function All({ found }: { readonly found: Exceptions }) {
  const messages = usePageMessages('exception-report');
  const { day } = useFormat();
  const open = found.exceptions.filter(({ lookedAt }) => lookedAt === null);
  const over = found.exceptions.filter(({ lookedAt }) => lookedAt !== null);
  return (
    <>
      {open.length === 0 && (
        <p role="status" className="card p-4 till:p-6">
          {messages.none(day(found.since))}
        </p>
      )}
      <ByDay since={found.since} exceptions={open} />
      <List label={messages.open} exceptions={open} />
      {over.length > 0 && (
        <details>
          <summary className="min-h-12 cursor-pointer content-center font-medium">{messages.over(over.length)}</summary>
          <List label={messages.over(over.length)} exceptions={over} />
        </details>
      )}
      <ThresholdForm key={JSON.stringify([found.thresholds, found.openHours])} found={found} />
    </>
  );
}

/** The numbers of exceptions on each day, which a bar leads to. */
function ByDay({ since, exceptions }: { readonly since: string; readonly exceptions: readonly Exception[] }) {
  const messages = usePageMessages('exception-report');
  const { labelled } = useMessages();
  const { dateLocale } = useFormat();
  const { language } = useLanguage();
  const today = useToday();
  if (exceptions.length === 0) return null;
  const number = new Intl.NumberFormat(language);
  const day = new Intl.DateTimeFormat(dateLocale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  const dates: string[] = [];
  for (let date = since; date <= today; date = addDays(date, 1)) dates.push(date);
  const bars = dates.map((date) => ({
    label: day.format(Date.parse(date)),
    above: exceptions.filter((exception) => exception.day === date).length,
    below: 0,
    compared: null,
  }));
  return (
    <section aria-label={messages.byDay} className="card grid grid-cols-[minmax(0,1fr)] gap-2 p-4 till:p-6">
      <h2 className="text-label font-medium text-neutral-9">{messages.byDay}</h2>
      <BarChart
        title={messages.byDay}
        bars={bars}
        amountText={(count) => number.format(count)}
        describe={({ label, above }) => labelled(label, number.format(above))}
        onOpen={(index) => document.getElementById(rowId(dates[index]))?.focus()}
      />
    </section>
  );
}

/** The element of the first exception of a day. */
const rowId = (day = '') => `exceptions-${day}`;

function List({ label, exceptions }: { readonly label: string; readonly exceptions: readonly Exception[] }) {
  if (exceptions.length === 0) return null;
  return (
    <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {exceptions.map((exception, index) => (
        <Row
          key={exception.key}
          exception={exception}
          {...(exceptions[index - 1]?.day !== exception.day && { id: rowId(exception.day) })}
        />
      ))}
    </ul>
  );
}

function Row({ exception, id }: { readonly exception: Exception; readonly id?: string }) {
  const messages = usePageMessages('exception-report');
  const { day: dayText, dateTime } = useFormat();
  const { signal, people, count, day, rows, lookedAt } = exception;
  const names = people.map(({ name }) => name).join(messages.and);
  return (
    <li id={id} tabIndex={-1} className="card grid grid-cols-[minmax(0,1fr)] gap-2 p-4">
      <p className="font-medium wrap-anywhere">{messages.sentences[signal](names, count)}</p>
      <p className="text-label text-neutral-9">{dayText(day)}</p>
      <details>
        <summary className="min-h-12 cursor-pointer content-center">{messages.lines(rows.length, count)}</summary>
        <Suspense>
          {slotsOf('trailLines').map((TrailLines, position) => (
            <TrailLines key={position} lines={rows} />
          ))}
        </Suspense>
      </details>
      {lookedAt === null ? (
        <ReviewForm exception={exception} />
      ) : (
        <p className="wrap-anywhere">
          <span className="block text-label text-neutral-9">
            {lookedAt.person}, {dateTime(lookedAt.at)}
          </span>
          {lookedAt.note}
        </p>
      )}
    </li>
  );
}

/** A form for a manager's comment on a reviewed exception, which the audit trail stores. */
function ReviewForm({ exception: { key, rows } }: { readonly exception: Exception }) {
  const messages = usePageMessages('exception-report');
  const client = useQueryClient();
  const [newest] = rows;
  const review = useMutation({
    mutationFn: (note: string) => call('lookedAt', { body: { key, note, ...(newest && { until: newest.at }) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: exceptionsQuery().queryKey }),
  });
  const submit = submitted((form) => {
    const note = text(form, 'note').trim();
    if (note !== '') review.mutate(note);
  });
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={submit}>
      <Field
        className="min-w-0 flex-1 basis-48"
        label={messages.note}
        name="note"
        required
        maxLength={LIMITS.reasonCharsMax}
      />
      <Button type="submit" disabled={review.isPending}>
        {messages.lookedAt}
      </Button>
      <FailureNotice failure={failureOrNull(review.error)} />
    </form>
  );
}
