import { Suspense } from 'react';
import type { Failure } from '../../api/failure.ts';
import { useFailureWords } from '../../shell/failure-notice.tsx';
import { ReloadButton } from '../../shell/reload-button.tsx';
import { useShop } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { partOf, whenHere } from '../../ui/part.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useWords } from '../../words/words.tsx';
import type { SaleRow } from '../till/sale.ts';
import { useTillStore } from '../till/use-till.tsx';
import { FullScreen } from './full-screen.tsx';

/** Loaded on demand, because few tills ever need it. */
const RejectedApproval = whenHere(
  partOf(() => import('./rejected-approval.tsx')),
  (part) => part.RejectedApproval,
);

/**
 * The server or this device refused before anything was sent to the issuer: nothing was redeemed.
 */
export function Rejected({
  row,
  failure,
}: {
  readonly row: SaleRow;
  readonly failure: Failure | { readonly kind: 'not-saved' };
}) {
  const words = useWords();
  const failureWords = useFailureWords();
  const { time } = useFormat();
  const { goOn } = useTillStore();
  const { device } = useShop();
  const { refusals, states } = words.verdict;
  const code = failure.kind === 'problem' ? failure.code : null;
  const open = failure.kind === 'problem' && failure.code === 'voucher-open' ? failure.details : null;
  const needsManager = code === 'approval-needed' || code === 'second-person';
  const isElsewhere = open !== null && open.device !== device?.name;
  const reason = isElsewhere ? 'open-elsewhere' : code === 'voucher-held' ? 'held' : null;
  return (
    <FullScreen tone="attention" title={reason === null ? states.cancelled.title : refusals[reason].title}>
      <p className="tabular-nums">{words.verdict.voucher(`··${row.last4}`)}</p>
      <p className="max-w-prose text-section">
        {reason !== null
          ? refusals[reason].next
          : failure.kind === 'not-saved'
            ? words.notSaved
            : failureWords(failure)}
      </p>
      {failure.kind === 'not-saved' && <ReloadButton />}
      {needsManager && (
        <Suspense>
          <RejectedApproval row={row} />
        </Suspense>
      )}
      {open?.device !== undefined && open.since !== undefined && (
        <p>{words.verdict.openOn(open.device, time(open.since))}</p>
      )}
      <Button look={needsManager ? 'quiet' : 'main'} autoFocus={!needsManager} onClick={goOn}>
        {words.verdict.next}
      </Button>
    </FullScreen>
  );
}
