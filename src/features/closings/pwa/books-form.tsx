import { useState } from 'react';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import {
  type BookFormat,
  type Books,
  booksSchema,
  VOUCHER_CLASSES,
  type VoucherClass,
  voucherClassSchema,
} from '../contract/books.ts';
import { useSetBooks } from './office-queries.ts';

interface BooksFormProps {
  readonly books: Books;
  /** Products redeemed in the displayed days. */
  readonly taken: readonly string[];
  /** The chosen export format: settings of the others are not displayed. */
  readonly format: BookFormat;
}

/** The account of each class, the class of each product, and settings of the export formats. */
export function BooksForm({ books, taken, format }: BooksFormProps) {
  const messages = usePageMessages('closings');
  const { books: own } = messages;
  const [isOdd, setOdd] = useState(false);
  const save = useSetBooks();
  const products = [...new Set([...books.products.map(({ product }) => product), ...taken])];
  const submit = submitted((form) => {
    const change = booksSchema.safeParse(typedBooks(form, products, books));
    setOdd(!change.success);
    if (change.success) save.mutate(change.data);
  });
  return (
    <form className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6" onSubmit={submit}>
      <h2 className="text-section font-semibold">{own.accountsTitle}</h2>
      <p className="max-w-prose text-neutral-9">{own.accountsLead}</p>
      {VOUCHER_CLASSES.map((name) => (
        <Account key={name} name={name} label={messages.classes[name]} booked={books.classes[name]} />
      ))}
      <Account name="clearing" label={own.clearing} booked={books.clearing} />
      <Products books={books} products={products} />
      <FormatSettings books={books} format={format} />
      {isOdd && <Notice tone="attention">{own.bad}</Notice>}
      <FailureNotice failure={failureOrNull(save.error)} />
      <Button type="submit" className="justify-self-start" disabled={save.isPending}>
        {messages.save}
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
  const { books: messages } = usePageMessages('closings');
  return (
    <fieldset className="grid min-w-0 gap-x-4 gap-y-2 tablet:grid-cols-2">
      <legend className="pb-1 font-medium">{label}</legend>
      <Field label={messages.account} name={`account ${name}`} defaultValue={account} maxLength={20} />
      <Field label={messages.tax} name={`tax ${name}`} defaultValue={tax} maxLength={60} />
    </fieldset>
  );
}

function Products({ books, products }: { readonly books: Books; readonly products: readonly string[] }) {
  const { books: own, statement, classes } = usePageMessages('closings');
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

function FormatSettings({ books: { odooJournal, datev }, format }: Pick<BooksFormProps, 'books' | 'format'>) {
  const { books: messages } = usePageMessages('closings');
  const number = { inputMode: 'numeric', maxLength: 7 } as const;
  if (format === 'odoo')
    return <Field label={messages.odooJournal} name="odooJournal" defaultValue={odooJournal} maxLength={60} />;
  if (format !== 'datev') return null;
  return (
    <fieldset className="grid min-w-0 gap-x-4 gap-y-2 tablet:grid-cols-2">
      <legend className="pb-1 font-medium">{messages.datevTitle}</legend>
      <Field {...number} label={messages.consultant} name="consultant" defaultValue={datev.consultant ?? ''} />
      <Field {...number} label={messages.client} name="client" defaultValue={datev.client ?? ''} />
      <Field label={messages.yearStart} name="yearStart" defaultValue={datev.yearStart} maxLength={5} required />
      <Field
        {...number}
        label={messages.accountDigits}
        name="accountDigits"
        defaultValue={datev.accountDigits}
        required
      />
    </fieldset>
  );
}

/** The content of the form; the schema validates it. Settings without a field stay as they are. */
function typedBooks(form: FormData, products: readonly string[], { odooJournal, datev }: Books): unknown {
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
    odooJournal: form.has('odooJournal') ? text(form, 'odooJournal') : odooJournal,
    datev: form.has('yearStart')
      ? {
          consultant: numberOrNull('consultant'),
          client: numberOrNull('client'),
          yearStart: text(form, 'yearStart'),
          accountDigits: numberOrNull('accountDigits'),
        }
      : datev,
  };
}
