import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  COUNTED_LIMITS,
  LIMIT_NEEDS,
  SALE_LIMIT_KINDS,
  type SaleLimitKind,
  type SetSaleLimits,
  saleLimitsSchema,
} from '../../contract/access/sale-limit.ts';
import { majorText } from '../../contract/money/money.ts';
import { settingsQuery } from '../api/queries.ts';
import { ChangeFailure } from '../approval/change-failure.tsx';
import { useShop } from '../shell/use-session.ts';
import { useSetSettings } from '../shell/use-settings.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { readAmount } from '../ui/typed-amount.ts';
import { usePageWords } from '../words/page-words.ts';

/** Kinds about vouchers sold, for shops that sell any. */
const SOLD: ReadonlySet<SaleLimitKind> = new Set(['card', 'order', 'vouchers', 'reprint']);

/** Amounts above which an action needs a second person or is forbidden. */
export function SaleLimitSettings() {
  const words = usePageWords('settings');
  const { currency, sells } = useShop();
  const { data: settings } = useQuery(settingsQuery);
  const save = useSetSettings();
  const [isOdd, setOdd] = useState(false);
  const kinds = SALE_LIMIT_KINDS.filter((kind) => sells || !SOLD.has(kind));
  const submit = submitted((form) => {
    save.reset();
    const limits = limitsIn(form, kinds, currency);
    setOdd(limits === null);
    if (limits !== null) save.mutate({ saleLimits: limits });
  });
  if (settings === undefined) return null;
  const { saleLimits } = settings;
  return (
    <form
      key={JSON.stringify(saleLimits)}
      aria-label={words.saleLimits}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-neutral-4 pt-6"
      onSubmit={submit}
    >
      <h2 className="text-section font-semibold">{words.saleLimits}</h2>
      <p className="max-w-prose text-label text-neutral-10">{words.saleLimitsLead}</p>
      {kinds.map((kind) => (
        <SaleLimitFields key={kind} kind={kind} limit={saleLimits[kind]} currency={currency} />
      ))}
      <ChangeFailure change={save} onPin={(approval) => save.mutate({ ...save.variables, approval })} />
      {isOdd && <Notice tone="attention">{words.saleLimitOdd}</Notice>}
      {save.isSuccess && <Notice tone="done">{words.ceilingsSaved}</Notice>}
      <Button type="submit" className="justify-self-start" disabled={save.isPending}>
        {words.setSaleLimits}
      </Button>
    </form>
  );
}

interface SaleLimitFieldsProps {
  readonly kind: SaleLimitKind;
  readonly limit: SetSaleLimits[SaleLimitKind] | undefined;
  readonly currency: string;
}

/** One limit: the amount, empty for none, and its consequence. */
function SaleLimitFields({ kind, limit, currency }: SaleLimitFieldsProps) {
  const words = usePageWords('settings');
  const { above } = limit ?? {};
  const isCount = COUNTED_LIMITS.has(kind);
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-end gap-2 tablet:grid-cols-2">
      <legend className="pb-1 font-medium">{words.saleLimitKinds[kind]}</legend>
      <Field
        label={isCount ? words.limitAboveCount : words.limitAbove(currency)}
        name={kind}
        inputMode={isCount ? 'numeric' : 'decimal'}
        defaultValue={above === undefined ? '' : isCount ? String(above) : majorText({ amount: above, currency })}
      />
      <Select label={words.limitThen} name={`${kind} way`} defaultValue={limit?.way ?? 'manager'}>
        {LIMIT_NEEDS.map((way) => (
          <option key={way} value={way}>
            {words.limitWays[way]}
          </option>
        ))}
      </Select>
    </fieldset>
  );
}

/** Null if a field is neither empty nor an amount. */
function limitsIn(form: FormData, kinds: readonly SaleLimitKind[], currency: string): SetSaleLimits | null {
  const typed = kinds.filter((kind) => text(form, kind).trim() !== '');
  const limits = typed.map((kind) => {
    const value = text(form, kind).trim();
    const above = COUNTED_LIMITS.has(kind) ? Number(value) : readAmount(value, currency);
    return [kind, { above, way: text(form, `${kind} way`) }];
  });
  return saleLimitsSchema.safeParse(Object.fromEntries(limits)).data ?? null;
}
