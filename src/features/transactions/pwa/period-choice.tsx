import { useState } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import type { ListAddress } from './address.ts';
import { areDays, type Days, PERIODS } from './period.ts';

export function PeriodChoice({
  place,
  days,
  onGo,
}: {
  readonly place: ListAddress;
  readonly days: Days;
  readonly onGo: (to: Partial<ListAddress>) => void;
}) {
  const words = usePageWords('transactions');
  return (
    <div className="grid gap-3">
      <div
        role="group"
        aria-label={words.period}
        className="flex max-w-full gap-1 rounded-card bg-neutral-3 p-1 max-tablet:flex-wrap"
      >
        {PERIODS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={place.period === name}
            onClick={() => onGo({ period: name, days: name === 'custom' ? days : null, open: null })}
            className="min-h-12 flex-1 rounded-button px-4 font-medium whitespace-nowrap text-neutral-11 aria-pressed:bg-neutral-1 aria-pressed:font-semibold aria-pressed:text-neutral-12 aria-pressed:inset-ring aria-pressed:inset-ring-neutral-6"
          >
            {words.periods[name]}
          </button>
        ))}
      </div>
      {place.period === 'custom' && (
        <CustomDays
          key={`${days.first} ${days.last}`}
          days={days}
          onDays={(chosen) => onGo({ days: chosen, open: null })}
        />
      )}
    </div>
  );
}

/** In one row even on the narrowest phone. */
const SHRINKING = 'min-w-0 grid-cols-[minmax(0,1fr)]';

function CustomDays({ days, onDays }: { readonly days: Days; readonly onDays: (days: Days) => void }) {
  const words = usePageWords('transactions');
  const [isOdd, setIsOdd] = useState(false);
  const submit = submitted((form) => {
    const chosen = { first: text(form, 'first'), last: text(form, 'last') };
    setIsOdd(!areDays(chosen));
    if (areDays(chosen)) onDays(chosen);
  });
  return (
    <form
      className="flex flex-wrap items-end gap-3 max-tablet:grid max-tablet:grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] max-tablet:gap-x-2"
      onSubmit={submit}
    >
      <Field
        className={SHRINKING}
        label={words.first}
        name="first"
        type="date"
        required
        defaultValue={days.first}
        aria-invalid={isOdd}
      />
      <Field
        className={SHRINKING}
        label={words.last}
        name="last"
        type="date"
        required
        defaultValue={days.last}
        aria-invalid={isOdd}
      />
      <Button type="submit" className="max-tablet:col-span-full">
        {words.show}
      </Button>
    </form>
  );
}
