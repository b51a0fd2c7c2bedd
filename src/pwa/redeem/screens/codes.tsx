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
  /** The field for codes, and what is in it. */
  readonly ref: Ref<HTMLInputElement>;
  readonly code: string;
  readonly onCode: (code: string) => void;
}

/** The ways for a code to come in. What is said of one that led nowhere stands below. */
export function Codes({ onScan, ref, code, onCode }: CodesProps) {
  const extras = useExtraCodes();
  const { stage } = useTill();
  const { series, together } = useSeries();
  /** Counts how often the camera was asked for. */
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
 * Several vouchers of one view that pay together. It ends with the screen: what was sent goes on,
 * and nothing more is begun while nobody looks.
 * @returns `together`: null while no amount is due, because then nobody has said how much is wanted
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
