import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useWords } from '../../words/words.tsx';
import { type Series, stillDue } from '../till/series.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';

/**
 * The unused vouchers of a series. The user can redeem each one, or all of them while money is due.
 */
export function SeriesRest({ series }: { readonly series: Series }) {
  const { camera, common } = useWords();
  const words = camera.together;
  const { worth } = useFormat();
  const till = useTill();
  const store = useTillStore();
  const { isRunning, rest, saleId } = useSyncExternalStore(series.subscribe, series.state);
  const left = stillDue(till);
  if (isRunning || rest.length === 0 || saleId !== till.sale.id) return null;
  return (
    <section aria-label={words.notUsed(rest.length)} className="card grid grid-cols-[minmax(0,1fr)] gap-2 p-3">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">{words.notUsed(rest.length)}</h2>
        <Button look="quiet" aria-label={common.close} onClick={series.stop}>
          <X aria-hidden strokeWidth={1.75} size={20} />
        </Button>
      </div>
      <Notice tone={left === null ? 'done' : 'attention'}>{left === null ? words.notNeeded : words.stopped}</Notice>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
        {rest.map((scan) => (
          <li key={scan.text}>
            <Button
              className="w-full"
              disabled={left === null || till.stage.at !== 'ready'}
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
        <Button look="main" disabled={till.stage.at !== 'ready'} onClick={() => series.start(rest)}>
          {words.use(rest.length, worth(left))}
        </Button>
      )}
    </section>
  );
}
