import type { Failure } from '../../api/failure.ts';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../words/words.tsx';
import type { SaleRow } from '../till/sale.ts';
import { useTillStore } from '../till/use-till.tsx';
import { FullScreen } from './full-screen.tsx';

/**
 * The server does not know this redemption. The server cancels it first, so that a delayed copy of
 * the request is refused.
 */
export function NotArrived({ row, failure }: { readonly row: SaleRow; readonly failure: Failure | null }) {
  const { notArrived, verdict } = useMessages();
  const { cancelAndRetry, show } = useTillStore();
  return (
    <FullScreen tone="attention" title={notArrived.title}>
      <Amount worth={row.requested} className="text-verdict font-semibold short:text-amount" />
      <p className="tabular-nums">{verdict.voucher(`··${row.last4}`)}</p>
      <p className="max-w-prose text-section">{notArrived.lead}</p>
      <FailureNotice failure={failure} />
      <Button variant="main" autoFocus onClick={() => cancelAndRetry(row.tenderId)}>
        {notArrived.cancelAndRetry}
      </Button>
      <Button variant="quiet" onClick={() => show(row.tenderId)}>
        {notArrived.wait}
      </Button>
    </FullScreen>
  );
}
