import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { amountStillDue, type Series } from '../till/series.ts';
import { isIdle } from '../till/till.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';

/**
 * The unused vouchers of a series. The user can redeem each one, or all of them while money is due.
 */
export function SeriesRest({ series }: { readonly series: Series }) {
  const { camera, common } = useMessages();
  const messages = camera.together;
  const { value } = useFormat();
  const till = useTill();
  const store = useTillStore();
  const { isRunning, rest, saleId } = useSyncExternalStore(series.subscribe, series.state);
  const left = amountStillDue(till);
  // After the sale, the customer's unused vouchers stay visible until the next sale begins.
  const isOver = saleId !== till.sale.id;
  if (isRunning || rest.length === 0 || (isOver && !isIdle(till))) return null;
  return (
    <section aria-label={messages.notUsed(rest.length)} className="card grid grid-cols-[minmax(0,1fr)] gap-2 p-3">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">{messages.notUsed(rest.length)}</h2>
        <Button variant="quiet" aria-label={common.close} onClick={series.stop}>
          <X aria-hidden strokeWidth={1.75} size={20} />
        </Button>
      </div>
      <Notice tone={left === null ? 'done' : 'attention'}>
        {left === null ? messages.notNeeded : messages.stopped}
      </Notice>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
        {rest.map((scan) => (
          <li key={scan.text}>
            <Button
              className="w-full"
              disabled={isOver || left === null || till.stage.at !== 'ready'}
              onClick={() => {
                series.leave(scan);
                store.scan({ ...scan, at: Date.now() });
              }}
            >
              ··{lastFour(scan.text)}
            </Button>
          </li>
        ))}
      </ul>
      {left !== null && rest.length > 1 && (
        <Button variant="main" disabled={till.stage.at !== 'ready'} onClick={() => series.start(rest)}>
          {messages.use(rest.length, value(left))}
        </Button>
      )}
    </section>
  );
}
