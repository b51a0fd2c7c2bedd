import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Tone } from '../../../contract/redemption/states.ts';
import { call } from '../../../pwa/api/live.ts';
import { leaveFor } from '../../../pwa/redeem/link/use-go-back.ts';
import { OFF_NAVIGATION, PAY_ADDRESS } from '../../../pwa/shell/addresses.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { readAmount } from '../../../pwa/ui/typed-amount.ts';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import { type Checked, checkSignature } from './signed-return.ts';
import { OnceListed } from './try-register.tsx';

const TONES: Readonly<Record<Checked, Tone>> = { right: 'done', wrong: 'refused', cannot: 'attention' };

export function TryLink() {
  const query = new URLSearchParams(location.search);
  return (
    <>
      {query.has('sig') && <CameBack query={query} />}
      <OnceListed>
        <OpenLink />
      </OnceListed>
    </>
  );
}

/** The content of the return address, and the result of checking its signature. */
function CameBack({ query }: { readonly query: URLSearchParams }) {
  const { tryIt: words } = usePageWords('api-access');
  const { data: checked } = useQuery({
    queryKey: ['signed-return', query.toString()],
    queryFn: async ({ signal }) => checkSignature(query, await call('returnKey', { signal })),
  });
  return (
    <div role="status" className="grid gap-2">
      <h3 className="font-semibold">{words.link.back}</h3>
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
      {checked !== undefined && <Notice tone={TONES[checked]}>{words.link.checked[checked]}</Notice>}
    </div>
  );
}

function OpenLink() {
  const { tryIt: words } = usePageWords('api-access');
  const { registers } = useWords();
  const { currency } = useShop();
  const [isOdd, setOdd] = useState(false);
  const submit = submitted((form) => {
    const amount = readAmount(text(form, 'amount'), currency);
    setOdd(!amount);
    if (!amount) return;
    const asked = {
      amount: String(amount),
      currency,
      reference: text(form, 'reference'),
      return_url: `${location.origin}${OFF_NAVIGATION.tryRegister}`,
      state: crypto.randomUUID(),
    };
    leaveFor.go(`${PAY_ADDRESS}?${new URLSearchParams(asked)}`);
  });
  return (
    <form aria-label={words.link.title} className="grid grid-cols-[minmax(0,1fr)] gap-3" onSubmit={submit}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 tablet:grid-cols-2">
        <Field
          label={`${words.amount} (${currency})`}
          name="amount"
          inputMode="decimal"
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
      {isOdd && <Notice tone="attention">{words.badAmount}</Notice>}
      <Button type="submit" className="justify-self-start">
        {words.link.open}
      </Button>
    </form>
  );
}
