import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { AmountField, useAmountReader } from '../../../pwa/shell/amount-field.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { callWithKey } from './as-program.ts';
import { CodeText } from './code-text.tsx';
import { useMakeKey, useRevokeKey } from './use-connections.ts';

/** A training voucher that can be redeemed in parts. */
const CODE = '1000000050';
/** Number of letters that distinguish the keys of several trials. */
const SUFFIX_CHARS = 4;

/** A key for this page alone: created here, stored only in the page's memory, and revoked here. */
export function TryApi() {
  const { tryIt: messages, keys } = usePageMessages('api-access');
  const make = useMakeKey();
  const revoke = useRevokeKey();
  const made = make.data;
  const leave = useEffectEvent(() => {
    if (made !== undefined) revoke.mutate(made.id);
  });
  /* The key is revoked on leaving the page. A link navigates without unmounting it. */
  useEffect(() => {
    const onLeave = () => leave();
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      onLeave();
    };
  }, []);
  if (made === undefined)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3 wrap-anywhere">
        <FailureNotice failure={failureOrNull(make.error)} />
        <Button
          disabled={make.isPending}
          onClick={() =>
            make.mutate({
              name: `${messages.title} ${crypto.randomUUID().slice(0, SUFFIX_CHARS)}`,
              scopes: ['check', 'redeem', 'read'],
            })
          }
        >
          {keys.make}
        </Button>
      </div>
    );
  const end = () => revoke.mutate(made.id, { onSuccess: make.reset });
  return (
    <>
      <p className="text-label text-neutral-10 wrap-anywhere">{messages.api.has(made.name, made.start)}</p>
      <Redeem secret={made.key} />
      <FailureNotice failure={failureOrNull(revoke.error)} />
      <Button variant="quiet" className="justify-self-start" disabled={revoke.isPending} onClick={end}>
        {keys.revokeOf(made.name)}
      </Button>
    </>
  );
}

interface SentRequest {
  readonly path: string;
  readonly body: {
    readonly code: string;
    readonly amount: number;
    readonly currency: string;
    readonly receiptNo: string;
    readonly sentAgoMs?: number;
  };
  /** When the request was first sent, milliseconds since the epoch. */
  readonly sentAt: number;
}

function newRequest(body: SentRequest['body']): SentRequest {
  return { path: `/api/tenders/${crypto.randomUUID()}`, body, sentAt: Date.now() };
}

/**
 * Repeats the request. It states its age, so that a journal that lost it does not treat it as new.
 */
function repeatedRequest(sent: SentRequest): SentRequest {
  return { ...sent, body: { ...sent.body, sentAgoMs: Math.max(0, Date.now() - sent.sentAt) } };
}

function Redeem({ secret }: { readonly secret: string }) {
  const { tryIt: messages } = usePageMessages('api-access');
  const { currency } = useShop();
  const { read } = useAmountReader();
  const [isOdd, setOdd] = useState(false);
  const send = useMutation({
    mutationFn: ({ path, body }: SentRequest) => callWithKey(secret, 'PUT', path, body),
    gcTime: 0,
  });
  const submit = submitted((form) => {
    const amount = read(text(form, 'amount'), currency);
    setOdd(!amount);
    if (!amount) return;
    const body = { code: text(form, 'code'), amount, currency, receiptNo: 'R-1029' };
    send.mutate(newRequest(body));
  });
  const sent = send.variables;
  return (
    <>
      <form aria-label={messages.api.title} className="grid grid-cols-[minmax(0,1fr)] gap-3" onSubmit={submit}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 tablet:grid-cols-2">
          <Field
            label={messages.api.voucher}
            name="code"
            defaultValue={CODE}
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <AmountField
            label={`${messages.amount} (${currency})`}
            currency={currency}
            name="amount"
            defaultValue="5.00"
            required
            aria-invalid={isOdd}
          />
        </div>
        {isOdd && <Notice tone="attention">{messages.badAmount}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={send.isPending}>
            {messages.api.redeem}
          </Button>
          {sent !== undefined && (
            <Button disabled={send.isPending} onClick={() => send.mutate(repeatedRequest(sent))}>
              {messages.api.again}
            </Button>
          )}
        </div>
      </form>
      {sent !== undefined && (
        <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="font-semibold">{messages.api.request}</h3>
          <CodeText>{`PUT ${sent.path}\n${JSON.stringify(sent.body)}`}</CodeText>
          {send.data !== undefined && (
            <>
              <h3 className="font-semibold">
                {send.data === null ? messages.api.noAnswer : messages.api.answer(String(send.data.status))}
              </h3>
              {send.data !== null && <CodeText>{indented(send.data.text)}</CodeText>}
            </>
          )}
        </div>
      )}
    </>
  );
}

/** Formats JSON with indentation; other text stays as it is. */
function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
