import { useEffect, useState } from 'react';
import { page } from '../api/page.ts';
import type { AllTogether } from '../scan/code-choice.tsx';
import { makeWayForScan } from '../ui/layers.ts';
import { useFormat } from '../ui/use-format.tsx';
import { useWords } from '../words/words.tsx';
import { createSeries, type Series, stillDue } from './series.ts';
import { useTill, useTillStore } from './use-till.tsx';

/**
 * Several vouchers of one view that pay together. It ends with the screen: what was sent goes on, and nothing more is begun while nobody looks.
 * @returns `together`: null while no amount is due, because then nobody has said how much is wanted
 */
export function useSeries(): { readonly series: Series; readonly together: AllTogether | null } {
  const words = useWords().camera.together;
  const { worth } = useFormat();
  const store = useTillStore();
  const left = stillDue(useTill());
  const [series] = useState(() => createSeries(store, page));
  useEffect(() => series.stop, [series]);
  const together = left && {
    label: (count: number) => words.use(count, worth(left)),
    onUse: (scans: Parameters<Series['start']>[0]) => {
      if (makeWayForScan()) series.start(scans);
    },
  };
  return { series, together };
}
