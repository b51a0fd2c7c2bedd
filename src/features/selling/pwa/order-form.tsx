import { useQuery } from '@tanstack/react-query';
import { type InputEvent, useEffect, useRef, useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { isItems } from '../../../contract/money/money.ts';
import type { IssueRequest } from '../../../contract/redemption/issue-request.ts';
import { SaleNotice } from '../../../pwa/approval/sale-notice.tsx';
import { useAmountReader } from '../../../pwa/shell/amount-field.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Amount } from '../../../pwa/ui/amount.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { ProductView } from '../contract/issue.ts';
import { requestsOf, totalOf, valueOfEach } from './order.ts';
import { ProductDetails } from './product-details.tsx';
import { productQuery } from './queries.ts';

interface OrderFormProps {
  readonly product: ProductView;
  /** The fraud warning for customers, or null. */
  readonly notice: string | null;
  /** True if the customer has to answer questions before paying this sum. */
  readonly needsQuestions: (sum: number | null) => boolean;
  /** @param sum of all vouchers, minor units; null if it is unknown */
  readonly onIssue: (order: IssueRequest, sum: number | null) => void;
  readonly onBack: () => void;
}

/** The details of a product, and the form for an order. */
export function OrderForm({ product: listed, notice, needsQuestions, onIssue, onBack }: OrderFormProps) {
  const sell = usePageMessages('selling');
  // The product itself has more details than the catalogue, which is used if the product cannot be
  // loaded.
  const product = useQuery(productQuery(listed.code)).data ?? listed;
  const shop = useShop();
  const currency = product.worth !== null && 'currency' in product.worth ? product.worth.currency : shop.currency;
  const [faceValue, setFaceValue] = useState<number | null>(null);
  const [quantity, setQuantity] = useState(1);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const hasOpenValue = product.openValue === true;
  const submit = submitted((form) => {
    const clientReference = text(form, 'reference');
    const order = { productCode: product.code, quantity, ...(hasOpenValue && faceValue !== null && { faceValue }) };
    const options = {
      ...(clientReference !== '' && { clientReference }),
      ...(notice !== null && { care: { notice } }),
    };
    onIssue({ ...order, ...options }, sum);
  });
  const { value } = useFormat();
  const each = valueOfEach(product, faceValue, currency);
  const total = totalOf(each, quantity);
  const sum = total === null || isItems(total) ? null : total.amount;
  const isIncomplete = hasOpenValue && faceValue === null;
  const asks = !isIncomplete && needsQuestions(sum);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 till:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] till:gap-6">
      <ProductDetails product={product} heading={heading} onBack={onBack} />
      <form className="card grid gap-4 p-4 till:p-6" onSubmit={submit}>
        {hasOpenValue && <FaceValueField currency={currency} onRead={setFaceValue} />}
        <QuantityField onRead={setQuantity} />
        <Field
          label={sell.reference}
          hint={sell.referenceHint}
          name="reference"
          maxLength={LIMITS.clientReferenceCharsMax}
          pattern="[A-Za-z0-9\-_\/#:.]+"
          title={sell.referenceHint}
        />
        <div aria-live="polite" className="@container grid gap-1">
          {total !== null && quantity > 0 && (
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="text-neutral-9">{sell.total}</span>
              <Amount worth={total} className="text-amount font-semibold" />
            </p>
          )}
          {requestsOf(quantity) > 1 && <p className="text-neutral-9">{sell.requests(requestsOf(quantity))}</p>}
        </div>
        {notice !== null && <SaleNotice text={notice} />}
        {!asks && <p className="text-label text-neutral-9">{sell.payFirst}</p>}
        <Button type="submit" variant="main">
          {asks ? sell.questionsFirst : each === null ? sell.issue(quantity) : sell.issueOf(quantity, value(each))}
        </Button>
      </form>
    </div>
  );
}

function FaceValueField({
  currency,
  onRead,
}: {
  readonly currency: string;
  readonly onRead: (value: number | null) => void;
}) {
  const sell = usePageMessages('selling');
  const { read: readAmount } = useAmountReader();
  const { money } = useFormat();
  const hint = sell.faceValueHint(
    money({ amount: LIMITS.faceValueMin, currency }),
    money({ amount: LIMITS.faceValueMax, currency }),
  );
  const read = ({ currentTarget }: InputEvent<HTMLInputElement>) => {
    const value = readAmount(currentTarget.value.trim(), currency);
    const fits = value !== null && value >= LIMITS.faceValueMin && value <= LIMITS.faceValueMax;
    currentTarget.setCustomValidity(fits ? '' : hint);
    onRead(fits ? value : null);
  };
  return (
    <Field
      label={`${sell.faceValue} (${currency})`}
      hint={hint}
      name="faceValue"
      inputMode="decimal"
      required
      onInput={read}
    />
  );
}

function QuantityField({ onRead }: { readonly onRead: (quantity: number) => void }) {
  const sell = usePageMessages('selling');
  const most = LIMITS.issueQuantityMax;
  const read = ({ currentTarget }: InputEvent<HTMLInputElement>) => {
    const value = currentTarget.valueAsNumber;
    onRead(Number.isInteger(value) && value >= 1 && value <= most ? value : 0);
  };
  return (
    <Field
      label={sell.quantity}
      hint={sell.quantityHint(String(most))}
      name="quantity"
      type="number"
      inputMode="numeric"
      min={1}
      max={most}
      step={1}
      defaultValue={1}
      required
      onInput={read}
    />
  );
}
