import { Link } from 'wouter';
import { ApprovalForm, OwnPinForm, proofNeeded } from '../../../pwa/approval/proof-form.tsx';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import { useSellStore } from './use-selling.ts';
import type { Selling } from './wish.ts';

/** An order that the server may not have yet, and the possible actions. */
export function OrderUnderWay({ selling }: { readonly selling: Selling }) {
  const sell = usePageWords('selling');
  const { quantity, faceValue } = selling.wish.order;
  const { currency } = useShop();
  const { money } = useFormat();
  const count = sell.vouchers(quantity);
  return (
    <>
      <p className="tabular-nums">
        {faceValue === undefined ? count : sell.order(count, money({ amount: faceValue, currency }))}
      </p>
      <State selling={selling} />
    </>
  );
}

function State({ selling: { wish, phase } }: { readonly selling: Selling }) {
  const sell = usePageWords('selling');
  const { id } = wish;
  const store = useSellStore();
  switch (phase.at) {
    case 'sending':
      return <Notice tone="attention">{sell.sending}</Notice>;
    case 'silent':
      return <Notice tone="unknown">{sell.silent}</Notice>;
    case 'missing':
      return (
        <div className="grid gap-3">
          <h2 className="text-section font-semibold">{sell.missing}</h2>
          <Notice tone="attention">{sell.missingMore}</Notice>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => store.sendAgain(id)}>{sell.sendAgain}</Button>
            <Leave id={id} label={sell.leave} />
          </div>
        </div>
      );
    case 'refused':
      return <Refused wish={wish} failure={phase.failure} />;
    case 'heard':
      return null;
    default:
      return phase satisfies never;
  }
}

interface RefusedProps {
  readonly wish: Selling['wish'];
  readonly failure: Extract<Selling['phase'], { at: 'refused' }>['failure'];
}

/** The reason of a refusal; if only a PIN is missing, the form for it. */
function Refused({ wish: { id, order }, failure }: RefusedProps) {
  const sell = usePageWords('selling');
  const { common } = useWords();
  const store = useSellStore();
  const needs = proofNeeded(failure);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3 wrap-anywhere">
      {failure.kind === 'not-saved' && <Notice tone="attention">{sell.notSaved}</Notice>}
      {failure.kind !== 'not-saved' && needs === null && <FailureNotice failure={failure} />}
      {failure.kind !== 'not-saved' && needs === 'own-pin' && (
        <OwnPinForm failure={failure} onPin={(pin) => store.sendAgain(id, pin)} />
      )}
      {needs === 'approval' && (
        <ApprovalForm id={id} wish={{ kind: 'issue', order }} onApproved={() => store.sendAgain(id)} />
      )}
      <Leave id={id} label={needs === null ? common.tryAgain : sell.leave} />
    </div>
  );
}

function Leave({ id, label }: { readonly id: string; readonly label: string }) {
  const store = useSellStore();
  return (
    <Link
      href={ADDRESSES.sell}
      onClick={() => store.forget(id)}
      className="inline-flex min-h-12 items-center rounded-button bg-neutral-3 px-4 font-medium hover:bg-neutral-4"
    >
      {label}
    </Link>
  );
}
