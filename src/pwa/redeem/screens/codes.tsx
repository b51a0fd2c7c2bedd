import { type Ref, useEffect, useState } from 'react';
import { page } from '../../api/page.ts';
import { CameraScanner } from '../../scan/camera-scanner.tsx';
import type { AllTogether } from '../../scan/code-choice.tsx';
import { OtherWays } from '../../scan/other-ways.tsx';
import type { ScanEvent } from '../../scan/scan-event.ts';
import { useExtraCodes } from '../../shell/use-extra-codes.ts';
import { makeWayForScan } from '../../ui/layers.ts';
import { useFormat } from '../../ui/use-format.tsx';
import { useWords } from '../../words/words.tsx';
import { createSeries, type Series, stillDue } from '../till/series.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { CodeField } from './code-field.tsx';
import { DueQuestion } from './due-question.tsx';
import { ScanNote } from './scan-note.tsx';
import { SeriesRest } from './series-rest.tsx';

interface CodesProps {
  readonly onScan: (scan: ScanEvent) => void;
  readonly ref: Ref<HTMLInputElement>;
  readonly code: string;
  readonly onCode: (code: string) => void;
}

/** The ways to enter a code. The reason for an ignored code is shown below. */
export function Codes({ onScan, ref, code, onCode }: CodesProps) {
  const extras = useExtraCodes();
  const { stage } = useTill();
  const { series, together } = useSeries();
  const [asked, setAsked] = useState(0);
  return (
    <>
      <CameraScanner
        key={asked}
        onScan={onScan}
        paused={stage.at !== 'ready'}
        extras={extras}
        together={together}
        plain
      />
      <SeriesRest series={series} />
      <CodeField ref={ref} text={code} onText={onCode} />
      <ScanNote />
      <DueQuestion />
      <OtherWays onScan={onScan} extras={extras} together={together} onCamera={() => setAsked(asked + 1)} />
    </>
  );
}

/**
 * Vouchers of one camera view that pay together. The series ends with the screen: sent redemptions
 * continue, but no new one starts unseen.
 * @returns `together`: null while no amount is due, because the total is unknown then
 */
function useSeries(): { readonly series: Series; readonly together: AllTogether | null } {
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
