import { type ReactNode, Suspense } from 'react';
import { ApprovalForm, proofNeeded } from '../approval/proof-form.tsx';
import { useFailureMessage } from '../shell/failure-notice.tsx';
import { slotsOf } from '../shell/slots.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Technical } from '../ui/technical.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useDeviceNow } from '../ui/use-now.ts';
import { usePageMessages } from '../words/page-words.ts';
import { useMessages } from '../words/words.tsx';
import { REFUND_OUTCOME_CHECKING_AFTER_MS } from './limits.ts';
import { outcomeOf, type Refunding, type RefundPhase, toneOf } from './pending-refund.ts';
import { useRefundStore } from './use-refunds.ts';

/** The result of a refund and the next steps. It states only known facts. */
export function RefundResult({ refunding }: { readonly refunding: Refunding }) {
  const { phase } = refunding;
  const outcome = outcomeOf(phase);
  const { title, more } = useOutcomeMessage(refunding);
  return (
    <>
      <Notice tone={toneOf(refunding.phase)}>
        <strong className="block text-section font-semibold">{title}</strong>
        {more}
      </Notice>
      <Approval refunding={refunding} />
      {outcome === 'refunded' &&
        phase.at === 'answered' &&
        slotsOf('refundReceipt').map((RefundReceipt, position) => (
          <Suspense key={position}>
            <RefundReceipt view={phase.view} />
          </Suspense>
        ))}
      <NextSteps outcome={outcome} tenderId={refunding.operation.tenderId} />
    </>
  );
}

/** Sends a request that was refused for want of permission again, with a manager's PIN. */
function Approval({ refunding: { operation, phase } }: { readonly refunding: Refunding }) {
  const { sendAgain } = useRefundStore();
  if (phase.at !== 'refused' || proofNeeded(phase.failure) !== 'approval') return null;
  const { id, tenderId, reason, amount, last4 } = operation;
  return (
    <ApprovalForm
      id={id}
      operation={{ kind: 'refund', refund: { tenderId, reason } }}
      about={{ worth: amount, last4 }}
      failure={phase.failure}
      onApproved={() => sendAgain(tenderId)}
    />
  );
}

function useOutcomeMessage({ operation, phase }: Refunding): { readonly title: string; readonly more: ReactNode } {
  const undo = usePageMessages('refund');
  const { verdict } = useMessages();
  const { value } = useFormat();
  const failureMessage = useFailureMessage();
  const waited = useDeviceNow(500) - operation.savedAt;
  const unusable = phase.at === 'answered' ? phase.view.unusable : null;
  switch (outcomeOf(phase)) {
    case 'checking':
      return {
        title: waited < REFUND_OUTCOME_CHECKING_AFTER_MS ? undo.sending : undo.checking,
        more: phase.at === 'silent' ? undo.silent : undo.goesOn,
      };
    case 'manager':
      return { title: verdict.states.manager.title, more: undo.managerMore };
    case 'missing':
      return { title: undo.missing, more: undo.missingMore };
    case 'refunded':
      return {
        title: verdict.states.refunded.title,
        more: (
          <>
            {verdict.isBack(value(operation.amount))}
            {unusable !== null && <strong className="block">{undo.unusable[unusable]}</strong>}
          </>
        ),
      };
    case 'not-refunded':
      return { title: undo.notRefundedSafe, more: undo.notRefundedMore };
    case 'declined':
      return { title: undo.notRefunded, more: <Declined phase={phase} /> };
    case 'refused': {
      const failure = phase.at === 'refused' ? phase.failure : null;
      return {
        title: undo.notRefunded,
        more: failure && (failure.kind === 'not-saved' ? undo.notSaved : failureMessage(failure)),
      };
    }
  }
}

function Declined({ phase }: { readonly phase: RefundPhase }) {
  const { verdict } = useMessages();
  const refusal = phase.at === 'answered' ? phase.view.refusal : null;
  if (refusal === null) return null;
  return (
    <>
      {verdict.refusals[refusal.reason].title}.
      {refusal.issuerCode !== null && ` ${verdict.issuerCode(refusal.issuerCode)}`}
      {refusal.issuerCode !== null && refusal.issuerText !== null && (
        <>
          : <Technical>{refusal.issuerText}</Technical>
        </>
      )}
    </>
  );
}

function NextSteps({
  outcome,
  tenderId,
}: {
  readonly outcome: ReturnType<typeof outcomeOf>;
  readonly tenderId: string;
}) {
  const undo = usePageMessages('refund');
  const { common } = useMessages();
  const { close, forget, sendAgain } = useRefundStore();
  const leave = () => {
    forget(tenderId);
    close();
  };
  switch (outcome) {
    case 'missing':
      return (
        <>
          <Button variant="main" autoFocus onClick={() => sendAgain(tenderId)}>
            {undo.sendAgain}
          </Button>
          <Button variant="quiet" onClick={leave}>
            {undo.leave}
          </Button>
        </>
      );
    case 'not-refunded':
      return (
        <Button variant="main" autoFocus onClick={() => forget(tenderId)}>
          {common.tryAgain}
        </Button>
      );
    case 'checking':
    case 'manager':
      return (
        <Button autoFocus onClick={close}>
          {common.close}
        </Button>
      );
    case 'refunded':
    case 'declined':
    case 'refused':
      return (
        <Button variant="main" autoFocus onClick={close}>
          {common.done}
        </Button>
      );
  }
}
