import { Suspense } from 'react';
import type { Failure } from '../../api/failure.ts';
import { useFailureMessage } from '../../shell/failure-notice.tsx';
import { ReloadButton } from '../../shell/reload-button.tsx';
import { useShop } from '../../shell/use-session.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { createLazyPart, lazyComponent } from '../../ui/lazy-part.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import type { SaleRow } from '../till/sale.ts';
import { useTillStore } from '../till/use-till.tsx';
import { FullScreen } from './full-screen.tsx';

/** Loaded on demand, because few tills ever need it. */
const RejectedApproval = lazyComponent(
  createLazyPart(() => import('./rejected-approval.tsx')),
  (part) => part.RejectedApproval,
);

/**
 * The server or this device refused before anything was sent to the issuer: nothing was redeemed.
 */
export function RejectedRedemption({
  row,
  failure,
}: {
  readonly row: SaleRow;
  readonly failure: Failure | { readonly kind: 'not-saved' };
}) {
  const messages = useMessages();
  const failureMessage = useFailureMessage();
  const { time } = useFormat();
  const { goOn } = useTillStore();
  const { device } = useShop();
  const { refusals, states } = messages.verdict;
  const code = failure.kind === 'problem' ? failure.code : null;
  const open = failure.kind === 'problem' && failure.code === 'voucher-open' ? failure.details : null;
  const needsManager = code === 'approval-needed' || code === 'second-person';
  const isElsewhere = open !== null && open.device !== device?.name;
  const reason = isElsewhere ? 'open-elsewhere' : code === 'voucher-held' ? 'held' : null;
  const notRedeemed = reason === null ? states.cancelled.title : refusals[reason].title;
  const title = needsManager ? messages.verdict.needsManager : notRedeemed;
  return (
    <FullScreen tone="attention" title={title} icon={!needsManager}>
      {needsManager ? (
        <Amount worth={row.requested} className="text-verdict font-semibold short:text-amount" />
      ) : (
        <p className="tabular-nums">{messages.verdict.voucher(`··${row.last4}`)}</p>
      )}
      {!needsManager && (
        <p className="max-w-prose text-section">
          {reason !== null
            ? refusals[reason].next
            : failure.kind === 'not-saved'
              ? messages.notSaved
              : failureMessage(failure)}
        </p>
      )}
      {failure.kind === 'not-saved' && <ReloadButton />}
      {needsManager && (
        <Suspense>
          <RejectedApproval row={row} failure={failure} />
        </Suspense>
      )}
      {open?.device !== undefined && open.since !== undefined && (
        <p>{messages.verdict.openOn(open.device, time(open.since))}</p>
      )}
      <Button variant={needsManager ? 'quiet' : 'main'} autoFocus={!needsManager} onClick={goOn}>
        {messages.verdict.next}
      </Button>
    </FullScreen>
  );
}
