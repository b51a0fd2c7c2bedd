import { useState } from 'react';
import { addDays, shopDate } from '../../../contract/platform/shop-day.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { PERIOD_DAYS_MAX } from '../../transactions/contract/limits.ts';
import { areDays, type Days, daysOf } from '../../transactions/pwa/period.ts';

/** The days of a page: the latest ones by default. */
export function useDays(usual: 'week' | 'month'): readonly [days: Days, choose: (days: Days) => void] {
  const today = shopDate(useNow(60_000), useShop());
  const [chosen, choose] = useState<Days | null>(null);
  return [chosen ?? daysOf(usual, today), choose];
}

interface DaysFormProps {
  readonly days: Days;
  readonly onDays: (days: Days) => void;
  /** The text of the button before the page was first shown. */
  readonly submit?: string;
  /** The most days that may be chosen, if fewer than usual. */
  readonly most?: number;
}

export function DaysForm({ days, onDays, submit: label, most = PERIOD_DAYS_MAX }: DaysFormProps) {
  const messages = usePageMessages('closings');
  const [fault, setFault] = useState<'badDays' | 'tooManyDays' | null>(null);
  const submit = submitted((form) => {
    const chosen = { first: text(form, 'first'), last: text(form, 'last') };
    const found = areDays(chosen) ? (addDays(chosen.first, most - 1) < chosen.last ? 'tooManyDays' : null) : 'badDays';
    setFault(found);
    if (found === null) onDays(chosen);
  });
  const field = { type: 'date', required: true, className: 'min-w-0', 'aria-invalid': fault !== null } as const;
  return (
    <form
      key={`${days.first} ${days.last}`}
      className="screen-only grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-end gap-3"
      onSubmit={submit}
    >
      <Field {...field} label={messages.first} name="first" defaultValue={days.first} />
      <Field {...field} label={messages.last} name="last" defaultValue={days.last} />
      <Button type="submit" variant={label === undefined ? 'plain' : 'main'}>
        {label ?? messages.show}
      </Button>
      {fault !== null && (
        <div className="col-span-full">
          <Notice tone="attention">{fault === 'badDays' ? messages.badDays : messages.tooManyDays(most)}</Notice>
        </div>
      )}
    </form>
  );
}
