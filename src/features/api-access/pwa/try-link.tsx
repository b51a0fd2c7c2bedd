import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Tone } from '../../../contract/redemption/states.ts';
import { call } from '../../../pwa/api/live.ts';
import { OFF_NAVIGATION, PAY_ADDRESS } from '../../../pwa/shell/addresses.ts';
import { AmountField, useAmountReader } from '../../../pwa/shell/amount-field.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { leaveFor } from '../../registers/pwa/use-go-back.ts';
import { checkSignature, type SignatureCheck } from './signed-return.ts';
import { RequireListedRegister } from './try-register.tsx';

const TONES: Readonly<Record<SignatureCheck, Tone>> = { right: 'done', wrong: 'refused', cannot: 'attention' };

export function TryLink() {
  const query = new URLSearchParams(location.search);
  return (
    <>
      {query.has('sig') && <ReturnedResult query={query} />}
      <RequireListedRegister>
        <OpenLink />
      </RequireListedRegister>
    </>
  );
}

/** The content of the return address, and the result of checking its signature. */
function ReturnedResult({ query }: { readonly query: URLSearchParams }) {
  const { tryIt: messages } = usePageMessages('api-access');
  const { data: checked } = useQuery({
    queryKey: ['signed-return', query.toString()],
    queryFn: async ({ signal }) => checkSignature(query, await call('returnKey', { signal })),
  });
  return (
    <div role="status" className="grid gap-2">
      <h3 className="font-semibold">{messages.link.back}</h3>
      <dl
        lang="en"
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-button bg-neutral-3 p-3 font-mono text-label"
      >
        {[...query].map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {checked !== undefined && <Notice tone={TONES[checked]}>{messages.link.checked[checked]}</Notice>}
    </div>
  );
}

function OpenLink() {
  const { tryIt: messages } = usePageMessages('api-access');
  const { registers } = useMessages();
  const { currency } = useShop();
  const { read } = useAmountReader();
  const [isOdd, setOdd] = useState(false);
  const submit = submitted((form) => {
    const amount = read(text(form, 'amount'), currency);
    setOdd(!amount);
    if (!amount) return;
    const query = {
      amount: String(amount),
      currency,
      reference: text(form, 'reference'),
      return_url: `${location.origin}${OFF_NAVIGATION.tryRegister}`,
      state: crypto.randomUUID(),
    };
    leaveFor.go(`${PAY_ADDRESS}?${new URLSearchParams(query)}`);
  });
  return (
    <form aria-label={messages.link.title} className="grid grid-cols-[minmax(0,1fr)] gap-3" onSubmit={submit}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 tablet:grid-cols-2">
        <AmountField
          label={`${messages.amount} (${currency})`}
          currency={currency}
          name="amount"
          defaultValue="23.40"
          required
          aria-invalid={isOdd}
        />
        <Field
          label={registers.receiptNo}
          name="reference"
          defaultValue="R-1029"
          required
          maxLength={LIMITS.receiptNoCharsMax}
        />
      </div>
      {isOdd && <Notice tone="attention">{messages.badAmount}</Notice>}
      <Button type="submit" className="justify-self-start">
        {messages.link.open}
      </Button>
    </form>
  );
}
