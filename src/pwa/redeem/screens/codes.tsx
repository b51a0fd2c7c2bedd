import { type Ref, useEffect, useState } from 'react';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import { page } from '../../api/page.ts';
import { CameraScanner } from '../../scan/camera-scanner.tsx';
import type { AllTogether } from '../../scan/code-choice.tsx';
import { OtherInputs } from '../../scan/other-inputs.tsx';
import { useExtraCodes } from '../../shell/use-extra-codes.ts';
import { Button } from '../../ui/button.tsx';
import { closeLayersForScan, useIsPageCovered } from '../../ui/layers.ts';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { CODES_TYPING_PAUSE_MS } from '../limits.ts';
import { type AmountEntry, hasKeys } from '../till/entry.ts';
import { amountStillDue, createSeries, type Series } from '../till/series.ts';
import { useRule } from '../till/use-rule.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { isWantedAtTill } from '../till/wanted-code.ts';
import { AmountDueQuestion } from './amount-due-question.tsx';
import { CodeField } from './code-field.tsx';
import { ScanNote } from './scan-note.tsx';
import { SeriesRest } from './series-rest.tsx';

interface CodesProps {
  readonly onScan: (scan: ScanEvent) => void;
  readonly ref: Ref<HTMLInputElement>;
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly onNewSale: () => void;
}

/** The ways to enter a code. The reason for an ignored code is shown below. */
export function Codes({ onScan, ref, code, onCode, onNewSale }: CodesProps) {
  const extras = useExtraCodes();
  const rule = useRule();
  const isWanted = (text: string) => isWantedAtTill(rule, text);
  const { sale: messages } = useMessages();
  const { stage, sale } = useTill();
  const isPageCovered = useIsPageCovered();
  const isTyping = useIsTyping(sale.due);
  const { series, together } = useSeries();
  const [asked, setAsked] = useState(0);
  return (
    <>
      <CameraScanner
        key={asked}
        onScan={onScan}
        // Otherwise, a voucher in view would end an amount after its first digit.
        paused={stage.at !== 'ready' || isPageCovered || isTyping}
        extras={extras}
        isWanted={isWanted}
        together={together}
        plain
      />
      <SeriesRest series={series} />
      <CodeField ref={ref} text={code} onText={onCode} />
      <ScanNote />
      <AmountDueQuestion />
      <div className="flex flex-wrap-reverse items-start justify-between gap-2">
        <OtherInputs
          onScan={onScan}
          extras={extras}
          isWanted={isWanted}
          together={together}
          onCamera={() => setAsked(asked + 1)}
        />
        {sale.rows.length > 0 && sale.register === null && <Button onClick={onNewSale}>{messages.newSale}</Button>}
      </div>
    </>
  );
}

/** True while an amount is being typed: from its first key until Enter, or a pause. */
function useIsTyping(due: AmountEntry): boolean {
  const [paused, setPaused] = useState(due);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(due), CODES_TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [due]);
  return paused !== due && !due.complete && hasKeys(due);
}

/**
 * Vouchers of one camera view that pay together. The series ends with the screen: sent redemptions
 * continue, but no new one starts unseen.
 * @returns `together`: null while no amount is due, because the total is unknown then
 */
function useSeries(): { readonly series: Series; readonly together: AllTogether | null } {
  const messages = useMessages().camera.together;
  const { value } = useFormat();
  const store = useTillStore();
  const left = amountStillDue(useTill());
  const [series] = useState(() => createSeries(store, page));
  useEffect(() => series.stop, [series]);
  const together = left && {
    label: (count: number) => messages.use(count, value(left)),
    onUse: (scans: Parameters<Series['start']>[0]) => {
      if (closeLayersForScan()) series.start(scans);
    },
  };
  return { series, together };
}
