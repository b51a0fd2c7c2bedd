import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { magnitude } from '../../../contract/money/money.ts';
import { publicKeysSchema } from '../../../contract/platform/public-keys.ts';
import { call } from '../../../pwa/api/live.ts';
import { Welcome } from '../../../pwa/shell/sign-in/welcome.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { DigitalReceipt } from '../contract/receipt.ts';
import { verifiedReceipt } from './verify-receipt.ts';

/** The shop's public keys as this browser last received them, to check receipts offline. */
const KEYS_ITEM = 'tillside.receipt-keys';

const receiptQuery = (code: string) =>
  queryOptions({
    queryKey: ['receipt', code],
    networkMode: 'always',
    retry: false,
    queryFn: async ({ signal }) => verifiedReceipt(code, await publicKeys(signal)),
  });

async function publicKeys(signal: AbortSignal) {
  try {
    const keys = await call('returnKey', { signal });
    localStorage.setItem(KEYS_ITEM, JSON.stringify(keys));
    return keys;
  } catch (error) {
    const stored = localStorage.getItem(KEYS_ITEM);
    if (stored === null) throw error;
    return publicKeysSchema.parse(JSON.parse(stored));
  }
}

/**
 * A customer's digital receipt. It is in the fragment of the address, which browsers do not send,
 * and the browser verifies it.
 */
export function ReceiptPage() {
  const messages = usePageMessages('customer-display');
  const [code] = useState(() => location.hash.replace(/^#/, ''));
  const { data: receipt, isError } = useQuery(receiptQuery(code));
  return (
    <Welcome title={messages.receipt}>
      {receipt === undefined && !isError && <p role="status">{messages.moment}</p>}
      {isError && <Notice tone="attention">{messages.notChecked}</Notice>}
      {receipt === null && <Notice tone="refused">{messages.notReal}</Notice>}
      {receipt && <ReceiptContent receipt={receipt} />}
    </Welcome>
  );
}

function ReceiptContent({ receipt: { shop, till, at, vouchers } }: { readonly receipt: DigitalReceipt }) {
  const messages = usePageMessages('customer-display');
  const { value, dateTime } = useFormat();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Notice tone="done">{messages.real(shop)}</Notice>
      <p className="wrap-anywhere">
        <span className="block text-section font-semibold">{shop}</span>
        <span className="text-neutral-10">{[till, dateTime(at)].join(' · ')}</span>
      </p>
      <ul className="card divide-y divide-neutral-4 px-4 tabular-nums">
        {vouchers.map(({ last4, taken, remaining }, position) => (
          <li key={`${position} ${last4}`} className="flex flex-wrap justify-between gap-x-4 py-3">
            <span>{messages.voucher(last4)}</span>
            <span className="font-semibold">{value(taken)}</span>
            {remaining !== null && (
              <span className="w-full text-neutral-9">
                {magnitude(remaining) === 0 ? messages.nothingOn : messages.remaining(value(remaining))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
