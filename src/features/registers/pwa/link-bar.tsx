import { useQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { use, useEffect, useEffectEvent, useRef } from 'react';
import { hasRedeemed } from '../../../contract/redemption/tender.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { saveLinkedSaleId } from '../../../pwa/redeem/till/linked-sale-id.ts';
import { createTillOutbox } from '../../../pwa/redeem/till/outbox.ts';
import {
  isFinished,
  isUnsettled,
  leftToPay,
  type RequestingRegister,
  type TillSale,
} from '../../../pwa/redeem/till/sale.ts';
import { useTill } from '../../../pwa/redeem/till/use-till.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useMessages } from '../../../pwa/words/words.tsx';
import { leaveFor, RegisterReturnContext, removeLinkedSale, useGoBack } from './use-go-back.ts';

const HOME = '/';

/**
 * Names the register of the sale and leads back to it. On the till's own sale, it lists unfinished
 * sales of registers.
 */
export function LinkBar() {
  const { sale } = useTill();
  return sale.register === null ? <WaitingLinks /> : <LinkedSale sale={sale} register={sale.register} />;
}

function LinkedSale({ sale, register }: { readonly sale: TillSale; readonly register: RequestingRegister }) {
  const { registers } = useMessages();
  const { stage } = useTill();
  const back = useGoBack();
  const { inFrame } = use(RegisterReturnContext);
  const stays = useStays(sale);
  const wentBack = useRef(false);
  const isOver = isFinished(sale);
  const goBack = useEffectEvent(() => back.mutate());
  // Returns automatically only if the sale ended while this page was open.
  useEffect(() => {
    if (stage.at === 'verdict') wentBack.current = true;
    if (stage.at === 'ready' && isOver && wentBack.current) {
      wentBack.current = false;
      goBack();
    }
  }, [stage.at, isOver]);
  const stay = () => void removeLinkedSale(sale.id).then(() => leaveFor.go(HOME));
  return (
    <section
      aria-label={registers.saleFor(register.name)}
      className="card flex flex-wrap items-center gap-3 border-l-8 border-l-accent p-4"
    >
      <Store aria-hidden strokeWidth={1.75} className="shrink-0 text-neutral-9" />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-section font-semibold wrap-anywhere">{registers.saleFor(register.name)}</h2>
        {sale.receiptNo !== null && <p className="text-label text-neutral-10 wrap-anywhere">{sale.receiptNo}</p>}
      </div>
      {back.isPending || back.data === true ? (
        <p role="status">{registers.going}</p>
      ) : stays !== null || back.data === false ? (
        <p role="status" className="basis-full">
          {stays ?? registers.frameWaits}
        </p>
      ) : (
        <Button variant={isOver ? 'main' : 'plain'} onClick={() => back.mutate()}>
          <ReturnText sale={sale} />
        </Button>
      )}
      {back.isError && (
        <div className="grid basis-full grid-cols-[minmax(0,1fr)] gap-3">
          <Notice tone="attention">{registers.noWayBack}</Notice>
          <FailureNotice failure={failureOrNull(back.error)} />
          {!inFrame && (
            <Button className="justify-self-start" onClick={stay}>
              {registers.leave}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Returns the reason why the till cannot return to the register's page yet; null if it can. */
function useStays(sale: TillSale): string | null {
  const { registers } = useMessages();
  const { inFrame, partial } = use(RegisterReturnContext);
  if (!inFrame) return null;
  if (sale.rows.some(isUnsettled)) return registers.frameWaits;
  const isPart =
    sale.rows.some(({ view }) => view !== null && hasRedeemed(view.state)) && (leftToPay(sale)?.amount ?? 0) > 0;
  return isPart && !partial ? registers.wholeOnly : null;
}

/** The result that the register will receive, as far as this page knows it. */
function ReturnText({ sale }: { readonly sale: TillSale }) {
  const { registers } = useMessages();
  const { money } = useFormat();
  if (sale.rows.some(isUnsettled)) return registers.backUnknown;
  if (sale.rows.length === 0) return registers.cancel;
  if (!sale.rows.some(({ view }) => view !== null && hasRedeemed(view.state))) return registers.backNothing;
  const left = leftToPay(sale);
  return left === null || left.amount === 0 ? registers.back : registers.backStillToPay(money(left));
}

function WaitingLinks() {
  const { registers } = useMessages();
  const { data } = useQuery({
    queryKey: ['link-sales'],
    // If storage fails, no sales are stored.
    queryFn: () =>
      createTillOutbox()
        .links()
        .catch(() => []),
    networkMode: 'always',
    gcTime: 0,
  });
  if (data === undefined || data.length === 0) return null;
  const goOn = (id: string) => {
    saveLinkedSaleId(id);
    leaveFor.go(HOME);
  };
  return (
    <section aria-label={registers.waiting} className="card grid justify-items-start gap-2 p-4">
      <h2 className="text-label font-medium text-neutral-9">{registers.waiting}</h2>
      {data.map(({ id, register, receiptNo }) => (
        <Button key={id} onClick={() => goOn(id)}>
          {registers.resume(register?.name ?? '', receiptNo ?? '')}
        </Button>
      ))}
    </section>
  );
}
