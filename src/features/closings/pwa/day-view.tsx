import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { isDate } from '../../../contract/platform/shop-day.ts';
import { ADDRESSES, addressOfDay } from '../../../pwa/shell/addresses.ts';
import { Page } from '../../../pwa/shell/frame/page.tsx';
import { Paper } from '../../../pwa/shell/frame/paper.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import { PrintButton, receiptPaper } from '../../printing/pwa/print-button.tsx';
import type { Closing } from '../../transactions/contract/transaction.ts';
import { ClosingResult } from '../../transactions/pwa/closing-result.tsx';
import { closingsQuery } from '../../transactions/pwa/queries.ts';
import { useDateText } from '../../transactions/pwa/texts.ts';
import type { Cover, ShiftSummary } from '../contract/shift.ts';
import { DayResult } from './day-result.tsx';
import { coverQuery, shiftsQuery } from './queries.ts';
import { ShiftList } from './shift-list.tsx';

/** One business day: its Z reports next to the issuer's total, and earlier comparisons. */
export function DayView({ day }: { readonly day: string }) {
  const words = usePageWords('closings');
  const { places } = useWords();
  const [, navigate] = useLocation();
  const date = useDateText();
  const cover = useQuery(coverQuery(day));
  const shifts = useQuery(shiftsQuery({ first: day, last: day }));
  const { data: closings } = useQuery(closingsQuery);
  const compared = closings?.filter((closing) => closing.date === day) ?? [];
  return (
    <Page
      title={date(day)}
      lead={words.day.lead}
      back={{ href: ADDRESSES.shifts, name: places.shifts }}
      prints="nothing"
    >
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
        <Field
          label={words.date}
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
      </div>
    </Page>
  );
}

function DayCard({ cover, shifts }: { readonly cover: Cover; readonly shifts: readonly ShiftSummary[] }) {
  const { day: words, print } = usePageWords('closings');
  const date = useDateText();
  const result = <DayResult cover={cover} shifts={shifts} />;
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6" aria-labelledby="day-title">
      <h2 id="day-title" className="text-section font-semibold">
        {words.title}
      </h2>
      {result}
      <div className="flex justify-start">
        <PrintButton what="closing" subject={cover.day} paper={receiptPaper}>
          {print}
        </PrintButton>
      </div>
      <Paper title={date(cover.day)}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-2">{result}</div>
      </Paper>
    </section>
  );
}

/** Comparisons with the register from before Z reports included its total, newest first. */
function Compared({ closings }: { readonly closings: readonly Closing[] }) {
  const { day: words } = usePageWords('closings');
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="compared-title">
      <header>
        <h2 id="compared-title" className="text-section font-semibold">
          {words.comparedTitle}
        </h2>
        <p className="max-w-prose text-neutral-9">{words.comparedLead}</p>
      </header>
      {closings.map((closing) => (
        <article key={closing.id} className="card grid gap-4 p-4 till:p-6">
          <ClosingResult closing={closing} />
        </article>
      ))}
    </section>
  );
}
