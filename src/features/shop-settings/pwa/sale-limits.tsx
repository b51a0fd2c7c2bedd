import type { ShopLimits } from '../../../contract/access/limit-presets.ts';
import {
  COUNTED_LIMITS,
  LIMIT_NEEDS,
  SALE_LIMIT_KINDS,
  type SaleLimitKind,
  type SetSaleLimits,
} from '../../../contract/access/sale-limit.ts';
import { majorText } from '../../../contract/money/money.ts';
import { AmountField } from '../../../pwa/shell/amount-field.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { text } from '../../../pwa/ui/form.ts';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { LimitFieldsProps, LimitReading } from './limit-fields.ts';

/** Kinds about vouchers sold, for shops that sell any. */
const SOLD: ReadonlySet<SaleLimitKind> = new Set(['card', 'order', 'vouchers', 'reprint']);

const kindsOf = (sells: boolean) => SALE_LIMIT_KINDS.filter((kind) => sells || !SOLD.has(kind));

/** Amounts above which an action needs a second person or is forbidden. */
export function SaleLimitFields({ limits: { saleLimits }, currency, sells }: LimitFieldsProps) {
  const messages = usePageMessages('shop-settings');
  return (
    <>
      <p className="max-w-prose text-label text-neutral-10">{messages.saleLimitsLead}</p>
      {kindsOf(sells).map((kind) => (
        <LimitOfKind key={kind} kind={kind} limit={saleLimits[kind]} currency={currency} />
      ))}
    </>
  );
}

interface LimitOfKindProps {
  readonly kind: SaleLimitKind;
  readonly limit: SetSaleLimits[SaleLimitKind] | undefined;
  readonly currency: string;
}

/** One limit: the amount, empty for none, and its consequence. */
function LimitOfKind({ kind, limit, currency }: LimitOfKindProps) {
  const messages = usePageMessages('shop-settings');
  const { above } = limit ?? {};
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-2 tablet:grid-cols-2">
      <legend className="pb-1 font-medium">{messages.saleLimitKinds[kind]}</legend>
      {COUNTED_LIMITS.has(kind) ? (
        <Field label={messages.limitAboveCount} name={kind} type="number" min={0} step={1} defaultValue={above ?? ''} />
      ) : (
        <AmountField
          label={messages.limitAbove(currency)}
          currency={currency}
          name={kind}
          defaultValue={above === undefined ? '' : majorText({ amount: above, currency })}
        />
      )}
      <Select label={messages.limitThen} name={`${kind} way`} defaultValue={limit?.way ?? 'manager'}>
        {LIMIT_NEEDS.map((way) => (
          <option key={way} value={way}>
            {messages.limitWays[way]}
          </option>
        ))}
      </Select>
    </fieldset>
  );
}

/** The typed limits. A kind with an empty field has none, and one without a field stays. */
export function saleLimitsIn(
  form: FormData,
  { read, sells }: LimitReading,
  { saleLimits }: Pick<ShopLimits, 'saleLimits'>,
): Readonly<Record<string, unknown>> {
  const typed = kindsOf(sells).map((kind) => {
    const value = text(form, kind);
    const above = COUNTED_LIMITS.has(kind) ? Number(value) : read(value);
    return [kind, value === '' ? undefined : { above, way: text(form, `${kind} way`) }] as const;
  });
  const limits = Object.entries({ ...saleLimits, ...Object.fromEntries(typed) });
  return Object.fromEntries(limits.filter(([, limit]) => limit !== undefined));
}
