import { type FocusEvent, useState } from 'react';
import { addDays, shopDate } from '../../../contract/platform/shop-day.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { PERIOD_DAYS_MAX } from '../contract/limits.ts';
import { areDays, type Days, daysOf, type NamedPeriod, PERIODS, type PeriodName } from './period.ts';

interface PeriodChoiceProps {
  readonly period: NamedPeriod;
  readonly onPeriod: (period: NamedPeriod) => void;
  /** The most days that may be chosen, if fewer than usual. */
  readonly most?: number;
}

/** Chooses the days of a page. Own days begin with those that the page shows. */
export function PeriodChoice({ period, onPeriod, most = PERIOD_DAYS_MAX }: PeriodChoiceProps) {
  const messages = usePageMessages('transactions');
  const today = shopDate(useNow(60_000), useShop());
  const choose = (name: PeriodName) => onPeriod({ name, days: name === 'custom' ? period.days : daysOf(name, today) });
  return (
    <div
      className={`screen-only grid grid-cols-[minmax(0,1fr)] gap-3 tablet:justify-items-start ${period.name === 'custom' ? 'max-tablet:basis-full' : 'max-tablet:flex-1'}`}
    >
      {/* One line on a phone, so that the list begins above the fold. */}
      <Select
        label={messages.period}
        value={period.name}
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
            aria-pressed={period.name === name}
            onClick={() => choose(name)}
            className="min-h-12 flex-1 rounded-button px-4 font-medium whitespace-nowrap text-neutral-11 aria-pressed:bg-neutral-1 aria-pressed:font-semibold aria-pressed:text-neutral-12 aria-pressed:inset-ring aria-pressed:inset-ring-neutral-6"
          >
            {messages.periods[name]}
          </button>
        ))}
      </div>
      {period.name === 'custom' && (
        <CustomDays
          key={`${period.days.first} ${period.days.last}`}
          days={period.days}
          most={most}
          onDays={(days) => onPeriod({ name: 'custom', days })}
        />
      )}
    </div>
  );
}

/** In one row even on the narrowest phone. */
const SHRINKING = 'min-w-0 grid-cols-[minmax(0,1fr)]';

interface CustomDaysProps {
  readonly days: Days;
  readonly most: number;
  readonly onDays: (days: Days) => void;
}

function CustomDays({ days, most, onDays }: CustomDaysProps) {
  const messages = usePageMessages('transactions');
  const [fault, setFault] = useState<'badDays' | 'tooManyDays' | null>(null);
  const choose = (form: FormData) => {
    const chosen = { first: text(form, 'first'), last: text(form, 'last') };
    const found = areDays(chosen) ? (addDays(chosen.first, most - 1) < chosen.last ? 'tooManyDays' : null) : 'badDays';
    setFault(found);
    const isSame = chosen.first === days.first && chosen.last === days.last;
    if (found === null && !isSame) onDays(chosen);
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
        aria-invalid={fault !== null}
      />
      <Field
        className={SHRINKING}
        label={messages.last}
        name="last"
        type="date"
        required
        defaultValue={days.last}
        onBlur={chooseWhenLeft}
        aria-invalid={fault !== null}
      />
      <Button type="submit" className="max-tablet:col-span-full" onBlur={chooseWhenLeft}>
        {messages.show}
      </Button>
      {fault !== null && (
        <div className="col-span-full basis-full">
          <Notice tone="attention">{fault === 'badDays' ? messages.badDays : messages.tooManyDays(most)}</Notice>
        </div>
      )}
    </form>
  );
}
