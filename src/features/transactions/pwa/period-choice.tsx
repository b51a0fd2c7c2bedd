import { type FocusEvent, useState } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { ListAddress } from './address.ts';
import { areDays, type Days, PERIODS, type PeriodName } from './period.ts';

export function PeriodChoice({
  address,
  days,
  onGo,
}: {
  readonly address: ListAddress;
  readonly days: Days;
  readonly onGo: (to: Partial<ListAddress>) => void;
}) {
  const messages = usePageMessages('transactions');
  const choose = (name: PeriodName) => onGo({ period: name, days: name === 'custom' ? days : null, open: null });
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${address.period === 'custom' ? 'max-tablet:basis-full' : 'max-tablet:flex-1'}`}
    >
      {/* One line on a phone, so that the list begins above the fold. */}
      <Select
        label={messages.period}
        value={address.period}
        onChoose={(chosen) => choose(PERIODS.find((name) => name === chosen) ?? 'today')}
        className="tablet:hidden"
      >
        {PERIODS.map((name) => (
          <option key={name} value={name}>
            {messages.periods[name]}
          </option>
        ))}
      </Select>
      <div
        role="group"
        aria-label={messages.period}
        className="flex max-w-full flex-wrap gap-1 rounded-card bg-neutral-3 p-1 max-tablet:hidden"
      >
        {PERIODS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={address.period === name}
            onClick={() => choose(name)}
            className="min-h-12 flex-1 rounded-button px-4 font-medium whitespace-nowrap text-neutral-11 aria-pressed:bg-neutral-1 aria-pressed:font-semibold aria-pressed:text-neutral-12 aria-pressed:inset-ring aria-pressed:inset-ring-neutral-6"
          >
            {messages.periods[name]}
          </button>
        ))}
      </div>
      {address.period === 'custom' && (
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
  const messages = usePageMessages('transactions');
  const [isOdd, setIsOdd] = useState(false);
  const choose = (form: FormData) => {
    const chosen = { first: text(form, 'first'), last: text(form, 'last') };
    setIsOdd(!areDays(chosen));
    const isSame = chosen.first === days.first && chosen.last === days.last;
    if (areDays(chosen) && !isSame) onDays(chosen);
  };
  const submit = submitted(choose);
  /* Otherwise an export would contain other days than the fields show. */
  const chooseWhenLeft = ({
    currentTarget: { form },
    relatedTarget,
  }: FocusEvent<HTMLInputElement | HTMLButtonElement>) => {
    if (form?.contains(relatedTarget) === false) choose(new FormData(form));
  };
  return (
    <form
      className="flex flex-wrap items-end gap-3 max-tablet:grid max-tablet:grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] max-tablet:gap-x-2"
      onSubmit={submit}
    >
      <Field
        className={SHRINKING}
        label={messages.first}
        name="first"
        type="date"
        required
        defaultValue={days.first}
        onBlur={chooseWhenLeft}
        aria-invalid={isOdd}
      />
      <Field
        className={SHRINKING}
        label={messages.last}
        name="last"
        type="date"
        required
        defaultValue={days.last}
        onBlur={chooseWhenLeft}
        aria-invalid={isOdd}
      />
      <Button type="submit" className="max-tablet:col-span-full" onBlur={chooseWhenLeft}>
        {messages.show}
      </Button>
    </form>
  );
}
