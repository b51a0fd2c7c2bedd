import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import { isDate, shopDate } from '../../../contract/platform/shop-day.ts';
import { addressOfDay, DAY_PARAM } from '../../../pwa/shell/addresses.ts';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { PrintDocument } from '../../../pwa/shell/layout/print-document.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { PrintButton, receiptElement } from '../../../pwa/shell/print-button.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Field } from '../../../pwa/ui/field.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { Closing } from '../../transactions/contract/transaction.ts';
import { ClosingResult } from '../../transactions/pwa/closing-result.tsx';
import { closingsQuery } from '../../transactions/pwa/queries.ts';
import { useDateText } from '../../transactions/pwa/texts.ts';
import type { Cover, ShiftSummary } from '../contract/shift.ts';
import { DayResult } from './day-result.tsx';
import { coverQuery, shiftsQuery } from './queries.ts';
import { ShiftList } from './shift-list.tsx';

/** For managers: one business day of the shop, today by default. */
export function DaysPage() {
  const today = shopDate(useNow(60_000), useShop());
  const day = new URLSearchParams(useSearch()).get(DAY_PARAM);
  const shown = day !== null && isDate(day) ? day : today;
  return <DayView key={shown} day={shown} />;
}

/** A day's Z reports next to the issuer's total, and earlier comparisons. */
function DayView({ day }: { readonly day: string }) {
  const messages = usePageMessages('closings');
  const [, navigate] = useLocation();
  const date = useDateText();
  const cover = useQuery(coverQuery(day));
  const shifts = useQuery(shiftsQuery({ first: day, last: day }));
  const { data: closings } = useQuery(closingsQuery);
  const compared = closings?.filter((closing) => closing.date === day) ?? [];
  return (
    <Page title={date(day)} lead={messages.day.lead} prints="nothing" reading>
      <Field
        label={messages.date}
        type="date"
        required
        value={day}
        onChange={({ currentTarget: { value } }) => isDate(value) && navigate(addressOfDay(value))}
      />
      <Loaded query={shifts}>
        {(all) => (
          <>
            <Loaded query={cover}>{(known) => <DayCard cover={known} shifts={all} />}</Loaded>
            <ShiftList shifts={all} />
          </>
        )}
      </Loaded>
      {compared.length > 0 && <Compared closings={compared} />}
    </Page>
  );
}

function DayCard({ cover, shifts }: { readonly cover: Cover; readonly shifts: readonly ShiftSummary[] }) {
  const { day: messages, print } = usePageMessages('closings');
  const date = useDateText();
  const result = <DayResult cover={cover} shifts={shifts} />;
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6" aria-labelledby="day-title">
      <h2 id="day-title" className="text-section font-semibold">
        {messages.title}
      </h2>
      {result}
      <div className="flex justify-start">
        <PrintButton what="closing" subject={`${cover.day}-${shifts.length}`} paper={receiptElement}>
          {print}
        </PrintButton>
      </div>
      <PrintDocument title={date(cover.day)}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-2">{result}</div>
      </PrintDocument>
    </section>
  );
}

/** Comparisons with the register from before Z reports included its total, newest first. */
function Compared({ closings }: { readonly closings: readonly Closing[] }) {
  const { day: messages } = usePageMessages('closings');
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="compared-title">
      <header>
        <h2 id="compared-title" className="text-section font-semibold">
          {messages.comparedTitle}
        </h2>
        <p className="max-w-prose text-neutral-9">{messages.comparedLead}</p>
      </header>
      {closings.map((closing) => (
        <article key={closing.id} className="card grid gap-4 p-4 till:p-6">
          <ClosingResult closing={closing} />
        </article>
      ))}
    </section>
  );
}
