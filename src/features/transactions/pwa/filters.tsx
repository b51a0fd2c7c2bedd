import { useMutation, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, memo, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { NO_RECEIPTS, receiptNoIn } from '../../../contract/redemption/sale-facts.ts';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { useScans } from '../../../pwa/scan/use-scans.ts';
import { AmountField, useAmountReader } from '../../../pwa/shell/amount-field.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { type TransactionFilter, transactionStatusSchema, transactionTypeSchema } from '../contract/transaction.ts';
import { majorUnits } from '../contract/transaction-amount.ts';
import type { Facets } from '../contract/transaction-list.ts';
import { FILTERS_TYPING_PAUSE_MS } from './limits.ts';
import { SaleFilters } from './sale-filters.tsx';

interface FiltersProps {
  readonly filter: TransactionFilter;
  /** True if lines without an effect are listed, too. */
  readonly all: boolean;
  readonly facets: Facets;
  /** The shop's own number. */
  readonly mid: string | null;
  readonly onFilter: (filter: TransactionFilter, all: boolean) => void;
}

/** An undefined value removes its filter. */
type FilterChange = { readonly [K in keyof TransactionFilter]?: TransactionFilter[K] | undefined };

/** Number of final digits that filter. A longer text is a whole code, which is never stored. */
const LAST = 4;

/** The filters of the list. A scan anywhere on the page filters by its voucher. */
export const Filters = memo(FiltersOf);

function FiltersOf({ filter, all, facets, mid, onFilter }: FiltersProps) {
  const messages = usePageMessages('transactions');
  const tag = useMutation({
    mutationFn: (code: string) => call('voucherTag', { body: { code } }),
    onSuccess: ({ tag: found, last4 }) => onFilter({ ...filter, tag: found, last4 }, all),
  });
  const rule = useQuery(settingsQuery).data ?? NO_RECEIPTS;
  const set = (change: FilterChange) => onFilter(without({ ...filter, ...change }), all);
  const scanned = (code: string) => {
    const receiptNo = receiptNoIn(rule, code);
    if (receiptNo === null) tag.mutate(code);
    else set({ receiptNo });
  };
  useScans(({ text: code }) => scanned(code), { enabled: true });
  const isFiltered = all || Object.keys(filter).length > 0;
  const moreFilters = countMoreFilters(filter);
  const [isOpen, setOpen] = useState(moreFilters > 0);
  const panel = useId();
  return (
    <section aria-label={messages.filters} className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <VoucherField filter={filter} onLast4={(last4) => set({ last4, tag: undefined })} onCode={tag.mutate} />
        <KindChoice filter={filter} all={all} onFilter={onFilter} />
        <Button aria-expanded={isOpen} aria-controls={panel} onClick={() => setOpen(!isOpen)}>
          {messages.more(moreFilters)}
        </Button>
        {isFiltered && (
          <Button onClick={() => onFilter({}, false)}>
            <X aria-hidden strokeWidth={1.75} size={18} />
            {messages.clear}
          </Button>
        )}
      </div>
      <div
        id={panel}
        hidden={!isOpen}
        className="grid grid-cols-2 items-end gap-3 tablet:grid-cols-3 till:grid-cols-5 [&[hidden]]:hidden"
      >
        <Choices filter={filter} facets={facets} mid={mid} onChange={set} />
        <SaleFilters filter={filter} onChange={set} />
        <AmountFilter label={messages.least} amount={filter.min} onAmount={(min) => set({ min })} />
        <AmountFilter label={messages.most} amount={filter.max} onAmount={(max) => set({ max })} />
      </div>
      <FailureNotice failure={failureOrNull(tag.error)} />
    </section>
  );
}

/** The number of filters apart from voucher and kind. */
function countMoreFilters(filter: TransactionFilter): number {
  return Object.keys(filter).filter((name) => !['last4', 'tag', 'type'].includes(name)).length;
}

const ALL = 'all';

/** The choice of kind: by default lines with an effect. */
function KindChoice({ filter, all, onFilter }: Pick<FiltersProps, 'filter' | 'all' | 'onFilter'>) {
  const messages = usePageMessages('transactions');
  const choose = (chosen: string) =>
    onFilter(without({ ...filter, type: transactionTypeSchema.safeParse(chosen).data }), chosen === ALL);
  return (
    <div className="min-w-40 max-tablet:flex-1">
      <Select label={messages.columns.type} value={all ? ALL : (filter.type ?? '')} onChoose={choose}>
        <option value="">{messages.moved}</option>
        {Object.entries(messages.types).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
        <option value={ALL}>{messages.everything}</option>
      </Select>
    </div>
  );
}

interface ChoicesProps extends Omit<FiltersProps, 'onFilter' | 'all'> {
  readonly onChange: (change: FilterChange) => void;
}

function Choices({ filter, facets, mid, onChange }: ChoicesProps) {
  const messages = usePageMessages('transactions');
  return (
    <>
      <AnyOf
        label={messages.columns.status}
        value={filter.status}
        onChoose={(value) => onChange({ status: transactionStatusSchema.safeParse(value).data })}
      >
        {Object.entries(messages.statuses).map(([value, name]) => (
          <option key={value} value={`=${value}`}>
            {name}
          </option>
        ))}
      </AnyOf>
      <AnyOf label={messages.shop} value={filter.mid} onChoose={(value) => onChange({ mid: value })}>
        {withChosen(facets.mids, filter.mid).map((one) => (
          <option key={one} value={`=${one}`}>
            {one === '' ? messages.noShop : one === mid ? `${messages.ownShop} ··${one.slice(-4)}` : one}
          </option>
        ))}
      </AnyOf>
      <AnyOf label={messages.person} value={filter.person} onChoose={(value) => onChange({ person: value })}>
        {withChosen(['', ...facets.people], filter.person).map((one) => (
          <option key={one} value={`=${one}`}>
            {one === '' ? messages.nobody : one}
          </option>
        ))}
      </AnyOf>
    </>
  );
}

interface VoucherFieldProps {
  readonly filter: TransactionFilter;
  readonly onLast4: (last4: string | undefined) => void;
  readonly onCode: (code: string) => void;
}

/**
 * Up to four digits filter while they are typed, or at once with Enter. A whole code is sent when
 * it is complete.
 */
function VoucherField({ filter: { last4, tag }, onLast4, onCode }: VoucherFieldProps) {
  const messages = usePageMessages('transactions');
  const displayed = tag === undefined ? (last4 ?? '') : maskRef(last4 ?? '');
  const [typed, setTyped] = useState(displayed);
  /** The last filter that this field set or received. */
  const [applied, setApplied] = useState(displayed);
  if (displayed !== applied) {
    setApplied(displayed);
    setTyped(displayed);
  }
  const isCode = typed.length > LAST && typed !== displayed;
  const narrow = (last: string) => {
    if (last === displayed || last.length > LAST) return;
    setApplied(last);
    onLast4(last === '' ? undefined : last);
  };
  const narrowLater = useEffectEvent(narrow);
  useEffect(() => {
    const pause = setTimeout(() => narrowLater(typed), FILTERS_TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isCode) onCode(typed);
    else narrow(typed);
  };
  return (
    <form onSubmit={submit} className="min-w-64 flex-1">
      <Field
        label={messages.voucher}
        placeholder={messages.voucherHint}
        name="voucher"
        type="search"
        maxLength={LIMITS.codeCharsMax}
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value.trim())}
        onBlur={() => isCode && onCode(typed)}
      />
    </form>
  );
}

interface AmountFilterProps {
  readonly label: string;
  readonly amount: number | undefined;
  readonly onAmount: (amount: number | undefined) => void;
}

/** In the shop's currency; an invalid amount is ignored. */
function AmountFilter({ label, amount, onAmount }: AmountFilterProps) {
  const { currency } = useShop();
  const { readSigned } = useAmountReader();
  const submit = submitted((form) => onAmount(readSigned(text(form, 'amount'), currency) ?? undefined));
  return (
    <form onSubmit={submit}>
      <AmountField
        key={amount}
        label={label}
        currency={currency}
        signed
        name="amount"
        maxLength={14}
        defaultValue={amount === undefined ? '' : majorUnits(amount, currency)}
        onBlur={(event) =>
          event.currentTarget.value !== event.currentTarget.defaultValue && event.currentTarget.form?.requestSubmit()
        }
      />
    </form>
  );
}

interface AnyOfProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
  readonly children: ReactNode;
}

/**
 * A choice with "all" first.
 *
 * The values are prefixed with `=`, because one value is an empty text.
 */
function AnyOf({ label, value, onChoose, children }: AnyOfProps) {
  const { anyOf } = usePageMessages('transactions');
  const choose = (chosen: string) => onChoose(chosen === '' ? undefined : chosen.replace(/^=/, ''));
  return (
    <Select label={label} value={value === undefined ? '' : `=${value}`} onChoose={choose}>
      <option value="">{anyOf}</option>
      {children}
    </Select>
  );
}

/** The chosen value stays in the list, even if no row has it. */
function withChosen(values: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen === undefined || values.includes(chosen) ? values : [chosen, ...values];
}

function without(filter: FilterChange): TransactionFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
