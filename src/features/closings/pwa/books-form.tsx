import { useState } from 'react';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { type Books, booksSchema, VOUCHER_CLASSES, type VoucherClass, voucherClassSchema } from '../contract/books.ts';
import { useSetBooks } from './office-queries.ts';

interface BooksFormProps {
  readonly books: Books;
  /** Products redeemed in the displayed days. */
  readonly taken: readonly string[];
}

/** The account of each class, the class of each product, and settings of the export formats. */
export function BooksForm({ books, taken }: BooksFormProps) {
  const words = usePageWords('closings');
  const { books: own } = words;
  const [isOdd, setOdd] = useState(false);
  const save = useSetBooks();
  const products = [...new Set([...books.products.map(({ product }) => product), ...taken])];
  const submit = submitted((form) => {
    const change = booksSchema.safeParse(typedBooks(form, products));
    setOdd(!change.success);
    if (change.success) save.mutate(change.data);
  });
  return (
    <form className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6" onSubmit={submit}>
      <h2 className="text-section font-semibold">{own.accountsTitle}</h2>
      <p className="max-w-prose text-neutral-9">{own.accountsLead}</p>
      {VOUCHER_CLASSES.map((name) => (
        <Account key={name} name={name} label={words.classes[name]} booked={books.classes[name]} />
      ))}
      <Account name="clearing" label={own.clearing} booked={books.clearing} />
      <Products books={books} products={products} />
      <Formats books={books} />
      {isOdd && <Notice tone="attention">{own.bad}</Notice>}
      <FailureNotice failure={failureOrNull(save.error)} />
      <Button type="submit" className="justify-self-start" disabled={save.isPending}>
        {words.save}
      </Button>
    </form>
  );
}

interface AccountProps {
  readonly name: VoucherClass | 'clearing';
  readonly label: string;
  readonly booked: Books['clearing'];
}

function Account({ name, label, booked: { account, tax } }: AccountProps) {
  const { books: words } = usePageWords('closings');
  return (
    <fieldset className="grid min-w-0 gap-x-4 gap-y-2 tablet:grid-cols-2">
      <legend className="pb-1 font-medium">{label}</legend>
      <Field label={words.account} name={`account ${name}`} defaultValue={account} maxLength={20} />
      <Field label={words.tax} name={`tax ${name}`} defaultValue={tax} maxLength={60} />
    </fieldset>
  );
}

function Products({ books, products }: { readonly books: Books; readonly products: readonly string[] }) {
  const { books: own, statement, classes } = usePageWords('closings');
  const options = VOUCHER_CLASSES.map((name) => (
    <option key={name} value={name}>
      {classes[name]}
    </option>
  ));
  return (
    <>
      <h3 className="font-semibold">{own.productsTitle}</h3>
      <p className="max-w-prose text-neutral-9">{own.productsLead}</p>
      <Select label={own.usual} name="usual" defaultValue={books.usual}>
        {options}
      </Select>
      {products.map((product, index) => (
        <Select
          key={product}
          label={product || statement.noProduct}
          name={`product ${index}`}
          defaultValue={books.products.find((known) => known.product === product)?.class ?? ''}
        >
          <option value="">{own.usualClass}</option>
          {options}
        </Select>
      ))}
    </>
  );
}

function Formats({ books: { odooJournal, datev } }: { readonly books: Books }) {
  const { books: words } = usePageWords('closings');
  const number = { inputMode: 'numeric', maxLength: 7 } as const;
  return (
    <>
      <Field label={words.odooJournal} name="odooJournal" defaultValue={odooJournal} maxLength={60} />
      <fieldset className="grid min-w-0 gap-x-4 gap-y-2 tablet:grid-cols-2">
        <legend className="pb-1 font-medium">{words.datevTitle}</legend>
        <Field {...number} label={words.consultant} name="consultant" defaultValue={datev.consultant ?? ''} />
        <Field {...number} label={words.client} name="client" defaultValue={datev.client ?? ''} />
        <Field label={words.yearStart} name="yearStart" defaultValue={datev.yearStart} maxLength={5} required />
        <Field
          {...number}
          label={words.accountDigits}
          name="accountDigits"
          defaultValue={datev.accountDigits}
          required
        />
      </fieldset>
    </>
  );
}

/** The content of the form; the schema validates it. */
function typedBooks(form: FormData, products: readonly string[]): unknown {
  const account = (name: string) => ({ account: text(form, `account ${name}`), tax: text(form, `tax ${name}`) });
  const numberOrNull = (name: string) => (text(form, name) === '' ? null : Number(text(form, name)));
  return {
    classes: Object.fromEntries(VOUCHER_CLASSES.map((name) => [name, account(name)])),
    clearing: account('clearing'),
    products: products.flatMap((product, index) => {
      const chosen = voucherClassSchema.safeParse(text(form, `product ${index}`));
      return chosen.success ? [{ product, class: chosen.data }] : [];
    }),
    usual: text(form, 'usual'),
    odooJournal: text(form, 'odooJournal'),
    datev: {
      consultant: numberOrNull('consultant'),
      client: numberOrNull('client'),
      yearStart: text(form, 'yearStart'),
      accountDigits: numberOrNull('accountDigits'),
    },
  };
}
