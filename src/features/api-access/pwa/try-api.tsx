import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { askWithKey } from '../../../pwa/api/as-program.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { readAmount } from '../../../pwa/ui/typed-amount.ts';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { CodeText } from './code-text.tsx';
import { useMakeKey, useRevokeKey } from './use-connections.ts';

/** A training voucher that can be redeemed in parts. */
const CODE = '1000000050';
/** Number of letters that distinguish the keys of several trials. */
const TOLD_APART = 4;

/** A key for this page alone: created here, stored only in the page's memory, and revoked here. */
export function TryApi() {
  const { tryIt: words, keys } = usePageWords('api-access');
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
              name: `${words.title} ${crypto.randomUUID().slice(0, TOLD_APART)}`,
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
      <p className="text-label text-neutral-10 wrap-anywhere">{words.api.has(made.name, made.start)}</p>
      <Redeem secret={made.key} />
      <FailureNotice failure={failureOrNull(revoke.error)} />
      <Button look="quiet" className="justify-self-start" disabled={revoke.isPending} onClick={end}>
        {keys.revokeOf(made.name)}
      </Button>
    </>
  );
}

interface Sent {
  readonly path: string;
  readonly body: {
    readonly code: string;
    readonly amount: number;
    readonly currency: string;
    readonly receiptNo: string;
    readonly sentAgoMs?: number;
  };
  /** When it was first sent, milliseconds since the epoch. */
  readonly sentAt: number;
}

function newRequest(body: Sent['body']): Sent {
  return { path: `/api/tenders/${crypto.randomUUID()}`, body, sentAt: Date.now() };
}

/** Repeats the request like any program. If the journal lost it, it must not count as new. */
function sameAgain(sent: Sent): Sent {
  return { ...sent, body: { ...sent.body, sentAgoMs: Math.max(0, Date.now() - sent.sentAt) } };
}

function Redeem({ secret }: { readonly secret: string }) {
  const { tryIt: words } = usePageWords('api-access');
  const { currency } = useShop();
  const [isOdd, setOdd] = useState(false);
  const send = useMutation({ mutationFn: ({ path, body }: Sent) => askWithKey(secret, 'PUT', path, body), gcTime: 0 });
  const submit = submitted((form) => {
    const amount = readAmount(text(form, 'amount'), currency);
    setOdd(!amount);
    if (!amount) return;
    const body = { code: text(form, 'code'), amount, currency, receiptNo: 'R-1029' };
    send.mutate(newRequest(body));
  });
  const sent = send.variables;
  return (
    <>
      <form aria-label={words.api.title} className="grid grid-cols-[minmax(0,1fr)] gap-3" onSubmit={submit}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 tablet:grid-cols-2">
          <Field
            label={words.api.voucher}
            name="code"
            defaultValue={CODE}
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <Field
            label={`${words.amount} (${currency})`}
            name="amount"
            inputMode="decimal"
            defaultValue="5.00"
            required
            aria-invalid={isOdd}
          />
        </div>
        {isOdd && <Notice tone="attention">{words.badAmount}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={send.isPending}>
            {words.api.redeem}
          </Button>
          {sent !== undefined && (
            <Button disabled={send.isPending} onClick={() => send.mutate(sameAgain(sent))}>
              {words.api.again}
            </Button>
          )}
        </div>
      </form>
      {sent !== undefined && (
        <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="font-semibold">{words.api.request}</h3>
          <CodeText>{`PUT ${sent.path}\n${JSON.stringify(sent.body)}`}</CodeText>
          {send.data !== undefined && (
            <>
              <h3 className="font-semibold">
                {send.data === null ? words.api.noAnswer : words.api.answer(String(send.data.status))}
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
