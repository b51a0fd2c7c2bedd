import { Link } from 'wouter';
import { ApprovalForm, proofNeeded, RepeatPinForm } from '../../../pwa/approval/proof-form.tsx';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Selling } from './pending-issue.ts';
import { useSellStore } from './use-selling.ts';

/** An order that the server may not have yet, and the possible actions. */
export function OrderInProgress({ selling }: { readonly selling: Selling }) {
  const sell = usePageMessages('selling');
  const { quantity, faceValue } = selling.operation.order;
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

function State({ selling: { operation, phase } }: { readonly selling: Selling }) {
  const sell = usePageMessages('selling');
  const { id } = operation;
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
      return <Refused wish={operation} failure={phase.failure} />;
    case 'answered':
      return null;
    default:
      return phase satisfies never;
  }
}

interface RefusedProps {
  readonly wish: Selling['operation'];
  readonly failure: Extract<Selling['phase'], { at: 'refused' }>['failure'];
}

/** The reason of a refusal; if only a PIN is missing, the form for it. */
function Refused({ wish: { id, order }, failure }: RefusedProps) {
  const sell = usePageMessages('selling');
  const { common } = useMessages();
  const store = useSellStore();
  const { currency } = useShop();
  const needs = proofNeeded(failure);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3 wrap-anywhere">
      {failure.kind === 'not-saved' && <Notice tone="attention">{sell.notSaved}</Notice>}
      {failure.kind !== 'not-saved' && needs === null && <FailureNotice failure={failure} />}
      {failure.kind !== 'not-saved' && needs === 'own-pin' && (
        <RepeatPinForm failure={failure} onPin={(pin) => store.sendAgain(id, pin)} />
      )}
      {needs === 'approval' && (
        <ApprovalForm
          id={id}
          operation={{ kind: 'issue', order }}
          about={{ worth: valueOf(order, currency) }}
          failure={failure}
          onApproved={() => store.sendAgain(id)}
        />
      )}
      <Leave id={id} label={needs === null ? common.tryAgain : sell.leave} />
    </div>
  );
}

/** The sum of an order; null for a product of fixed value, which only the catalogue has. */
function valueOf({ faceValue, quantity }: Selling['operation']['order'], currency: string) {
  return faceValue === undefined ? null : { amount: faceValue * quantity, currency };
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
