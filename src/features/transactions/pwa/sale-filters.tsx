import { LIMITS } from '../../../contract/access/limits.ts';
import { entrySchema, receiptNoSchema } from '../../../contract/redemption/sale-facts.ts';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { TransactionFilter } from '../contract/transaction.ts';

type SaleFilter = Pick<TransactionFilter, 'receiptNo' | 'entry'>;

interface SaleFiltersProps {
  readonly filter: SaleFilter;
  /** An undefined value removes its filter. */
  readonly onChange: (change: { readonly [K in keyof SaleFilter]?: SaleFilter[K] | undefined }) => void;
}

/** Filters by the register's number of a sale, and by the entry method of codes. */
export function SaleFilters({ filter: { receiptNo = '', entry }, onChange }: SaleFiltersProps) {
  const { registers } = useMessages();
  const { anyOf } = usePageMessages('transactions');
  const submit = submitted((form) => onChange({ receiptNo: receiptNoSchema.safeParse(text(form, 'receipt')).data }));
  return (
    <>
      <form onSubmit={submit}>
        <Field
          key={receiptNo}
          label={registers.receiptNo}
          name="receipt"
          type="search"
          maxLength={LIMITS.receiptNoCharsMax}
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          defaultValue={receiptNo}
          onBlur={({ currentTarget: field }) => field.value !== field.defaultValue && field.form?.requestSubmit()}
        />
      </form>
      <Select
        label={registers.entry}
        value={entry ?? ''}
        onChoose={(chosen) => onChange({ entry: entrySchema.safeParse(chosen).data })}
      >
        <option value="">{anyOf}</option>
        {entrySchema.options.map((one) => (
          <option key={one} value={one}>
            {registers.entries[one]}
          </option>
        ))}
      </Select>
    </>
  );
}
