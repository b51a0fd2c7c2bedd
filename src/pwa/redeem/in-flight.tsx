import { LoaderCircle } from 'lucide-react';
import { Amount } from '../ui/amount.tsx';
import { Button } from '../ui/button.tsx';
import { clockText } from '../ui/format.ts';
import { useNow } from '../ui/use-now.ts';
import { useWords } from '../words/words.tsx';
import { FullScreen } from './full-screen.tsx';
import type { Row } from './sale.ts';
import { useTillStore } from './use-till.tsx';

/** Before this, a redemption is simply under way; after it, the screen says that the issuer is being asked. */
const CHECKING_AFTER_MS = 2_000;
/** After this, waiting is no longer the only thing to offer. */
const WAYS_OUT_AFTER_MS = 60_000;

/** A redemption whose outcome is not known yet. It says what is known and never more. */
export function InFlight({ row, silent }: { readonly row: Row; readonly silent: boolean }) {
  const { flight, verdict } = useWords();
  const waited = useNow(250) - row.savedAt;
  const isChecking = silent || waited >= CHECKING_AFTER_MS || row.view?.state === 'unknown';
  return (
    <FullScreen tone="unknown" title={silent ? flight.checkingBlind : isChecking ? flight.checking : flight.redeeming} icon={isChecking}>
      {!isChecking && <LoaderCircle aria-hidden size={96} strokeWidth={1.75} className="animate-spin text-unknown-ink short:size-12" />}
      <Amount worth={row.requested} className="text-verdict font-semibold short:text-amount" />
      <p className="tabular-nums">{verdict.voucher(`··${row.last4}`)}</p>
      {isChecking && (
        <>
          <p className="text-section font-medium">{flight.keepVoucher}</p>
          <p role="timer" className="text-title font-semibold tabular-nums">
            {clockText(waited)}
          </p>
        </>
      )}
      {silent && <p className="max-w-prose">{flight.serverSilent}</p>}
      {waited >= WAYS_OUT_AFTER_MS && <WaysOut tenderId={row.tenderId} />}
    </FullScreen>
  );
}

function WaysOut({ tenderId }: { readonly tenderId: string }) {
  const { flight, common } = useWords();
  const { goOn } = useTillStore();
  return (
    <section className="grid w-full animate-in gap-3 text-left tablet:grid-cols-3" aria-label={flight.waited}>
      <h2 className="text-section font-semibold tablet:col-span-3">{flight.waited}</h2>
      <div className="card grid content-start gap-1 p-4">
        <h3 className="font-semibold">{flight.wait}</h3>
        <p className="text-neutral-9">{flight.waitMore}</p>
      </div>
      <div className="card grid content-between gap-3 p-4">
        <p className="text-neutral-9">{flight.otherPaymentMore}</p>
        <Button onClick={goOn}>{flight.otherPayment}</Button>
      </div>
      <div className="card grid content-start gap-1 p-4">
        <h3 className="font-semibold">{flight.callManager}</h3>
        <p className="text-neutral-9">{flight.callManagerMore}</p>
        <p className="text-label break-all">
          {common.reference} {tenderId}
        </p>
      </div>
    </section>
  );
}
