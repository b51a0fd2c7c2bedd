import { LoaderCircle } from 'lucide-react';
import { useId, useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { receiptReference } from '../../../contract/redemption/tender.ts';
import { slotsOf } from '../../shell/slots.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { clockText } from '../../ui/format.ts';
import { useDeviceNow } from '../../ui/use-now.ts';
import type { Messages } from '../../words/en.ts';
import { useMessages } from '../../words/words.tsx';
import { IN_FLIGHT_CHECKING_AFTER_MS, NEXT_AFTER_MS, OPTIONS_AFTER_MS } from '../limits.ts';
import type { SaleRow } from '../till/sale.ts';
import { isShutOut } from '../till/till.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { FullScreen } from './full-screen.tsx';

const MANAGER_AFTER_MINUTES = LIMITS.managerAfterMs / 60_000;

function isInDoubt(row: SaleRow, silent: boolean, waitedMs: number): boolean {
  return silent || waitedMs >= IN_FLIGHT_CHECKING_AFTER_MS || row.view?.state === 'unknown';
}

function titleOf(flight: Messages['flight'], { isChecking, silent }: { isChecking: boolean; silent: boolean }): string {
  return silent ? flight.checkingBlind : isChecking ? flight.checking : flight.redeeming;
}

/** The live region's text: it also says when the redemption must not be repeated. */
export function SpokenInFlight({ row, silent }: { readonly row: SaleRow; readonly silent: boolean }) {
  const { flight } = useMessages();
  const waited = useDeviceNow(250) - row.savedAt;
  return titleOf(flight, { isChecking: isInDoubt(row, silent, waited), silent });
}

/** A redemption with an unknown outcome. It states only known facts. */
export function InFlight({ row, silent }: { readonly row: SaleRow; readonly silent: boolean }) {
  const { flight, verdict } = useMessages();
  const till = useTill();
  const waited = useDeviceNow(250) - row.savedAt;
  const [offerFrom, setOfferFrom] = useState(OPTIONS_AFTER_MS);
  const isReturning = isShutOut(till, row.tenderId);
  const isChecking = !isReturning && isInDoubt(row, silent, waited);
  // A redemption of an earlier sale was left for the next customer before.
  const isEarlier = till.earlier.includes(row);
  return (
    <FullScreen
      tone={isChecking ? 'unknown' : null}
      title={isReturning ? flight.returning : titleOf(flight, { isChecking, silent })}
      icon={isChecking}
      hasButtons={isEarlier || (isChecking && waited >= NEXT_AFTER_MS)}
    >
      {!isChecking && (
        <LoaderCircle aria-hidden size={96} strokeWidth={1.75} className="animate-spin text-neutral-9 short:size-12" />
      )}
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
      {isChecking && !silent && <p className="max-w-prose">{flight.howLong(String(MANAGER_AFTER_MINUTES))}</p>}
      {silent && !isReturning && <p className="max-w-prose">{flight.serverSilent}</p>}
      {isEarlier && <BackToTill />}
      {!isEarlier &&
        isChecking &&
        waited >= NEXT_AFTER_MS &&
        (till.sale.register === null ? (
          <NextCustomer />
        ) : (
          slotsOf('backToRegister').map((Part, position) => <Part key={position} />)
        ))}
      {!isEarlier && waited >= offerFrom && (
        <FlightOptions tenderId={row.tenderId} onWait={() => setOfferFrom(waited + OPTIONS_AFTER_MS)} />
      )}
    </FullScreen>
  );
}

function BackToTill() {
  const { flight } = useMessages();
  const { goOn } = useTillStore();
  return (
    <Button variant="main" autoFocus onClick={goOn}>
      {flight.back}
    </Button>
  );
}

/** It takes no focus, so that an accidental second Enter does not press it. */
function NextCustomer() {
  const { flight } = useMessages();
  const { nextCustomer } = useTillStore();
  return (
    <div className="grid animate-in justify-items-center gap-2">
      <Button variant="main" onClick={nextCustomer}>
        {flight.nextCustomer}
      </Button>
      <p className="max-w-prose text-neutral-10">{flight.nextCustomerMore}</p>
    </div>
  );
}

function FlightOptions({ tenderId, onWait }: { readonly tenderId: string; readonly onWait: () => void }) {
  const { flight, common } = useMessages();
  const { goOn } = useTillStore();
  const [calling, setCalling] = useState(false);
  return (
    <section className="grid w-full animate-in gap-3 tablet:grid-cols-3" aria-label={flight.waited}>
      <h2 className="text-section font-semibold tablet:col-span-3">{flight.waited}</h2>
      <FlightOption name={flight.wait} more={flight.waitMore} onChoose={onWait} />
      <FlightOption name={flight.otherPayment} more={flight.otherPaymentMore} onChoose={goOn} />
      <FlightOption name={flight.callManager} more={flight.callManagerMore} onChoose={() => setCalling(true)} />
      {calling && (
        <p role="status" className="text-section font-semibold break-all tabular-nums tablet:col-span-3">
          {common.reference} {receiptReference(tenderId)}
        </p>
      )}
    </section>
  );
}

function FlightOption({
  name,
  more,
  onChoose,
}: {
  readonly name: string;
  readonly more: string;
  readonly onChoose: () => void;
}) {
  const id = useId();
  return (
    <div className="grid content-start gap-1">
      <Button aria-describedby={id} className="w-full" onClick={onChoose}>
        {name}
      </Button>
      <p id={id} className="text-neutral-10">
        {more}
      </p>
    </div>
  );
}
