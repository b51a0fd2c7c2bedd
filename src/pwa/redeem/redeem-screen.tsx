import { useEffect, useState } from 'react';
import type { Person } from '../../contract/people.ts';
import { RefundHost } from '../refund/undo-button.tsx';
import { CameraScanner } from '../scan/camera-scanner.tsx';
import { ConnectScanner } from '../scan/connect-scanner.tsx';
import { PictureChoice } from '../scan/picture-choice.tsx';
import type { ScanEvent } from '../scan/scan-event.ts';
import { useScans } from '../scan/use-scans.ts';
import { Columns, Page } from '../shell/page.tsx';
import { cue } from '../shell/sound.ts';
import { UpdateLine } from '../shell/update.tsx';
import { useExtraCodes } from '../shell/use-extra-codes.ts';
import { makeWayForScan } from '../ui/layers.ts';
import { useMedia } from '../ui/use-media.ts';
import { useWords } from '../words/words.tsx';
import { CheckPanel } from './check-panel.tsx';
import { CodeField } from './code-field.tsx';
import { Cover } from './cover.tsx';
import { DuePanel } from './due.tsx';
import { LastTen } from './last-ten.tsx';
import { LinkBar } from './link-bar.tsx';
import { ReceiptNumber } from './receipt-number.tsx';
import { SaleRows } from './sale-rows.tsx';
import { ScanNote } from './scan-note.tsx';
import { SeriesRest } from './series-rest.tsx';
import { isCover, isIdle } from './till.ts';
import { useBack } from './use-back.ts';
import { useFeedback } from './use-feedback.ts';
import { useDueKeys } from './use-keypad-keys.ts';
import { useRefundOverVerdict } from './use-refund-over-verdict.ts';
import { useSeries } from './use-series.ts';
import { useTill, useTillStore } from './use-till.tsx';
import { useTillKeys } from './use-till-keys.ts';

/** Home of a cashier: codes come in on the left, the sale is on the right; what needs the whole screen covers both. */
export function RedeemScreen({ person, onCover }: { readonly person: Person; readonly onCover: (covered: boolean) => void }) {
  const { places } = useWords();
  const extras = useExtraCodes();
  const store = useTillStore();
  const till = useTill();
  const { stage } = till;
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const [due, setDue] = useState<HTMLElement | null>(null);
  const covered = isCover(stage);
  // A sheet lies over the rest of a phone's screen; on a till it has a place of its own.
  const underSheet = !useMedia('(min-width: 64rem)') && (stage.at === 'checking' || stage.at === 'not-checked' || stage.at === 'panel');
  const announcement = useFeedback();
  const scan = (event: ScanEvent) => {
    if (makeWayForScan()) store.scan(event);
    else cue('attention');
  };
  const { series, together } = useSeries();
  useBack();
  useScans(scan, { enabled: true, keep: store.keepTyped });
  useTillKeys({ field, due });
  const toCode = () => field?.focus();
  useDueKeys(due, store.dueKey, toCode);
  useRefundOverVerdict();
  useEffect(() => {
    onCover(covered || underSheet);
    return () => onCover(false);
  }, [onCover, covered, underSheet]);
  return (
    <>
      <Page title={places.redeem} titleHidden prints="nothing" covered={covered}>
        {isIdle(till) && <UpdateLine />}
        <div inert={underSheet} className="contents">
          <LinkBar />
        </div>
        <Columns>
          <section inert={underSheet} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
            <CameraScanner onScan={scan} paused={stage.at !== 'ready'} extras={extras} together={together} />
            <SeriesRest series={series} />
            <CodeField ref={setField} />
            <ScanNote />
            <PictureChoice onScan={scan} extras={extras} together={together} />
            <ConnectScanner onScan={scan} />
            <div className="max-till:hidden">
              <LastTen person={person} />
            </div>
          </section>
          <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
            <div inert={underSheet}>
              <DuePanel ref={setDue} onDone={toCode} showKeypad={stage.at === 'ready' && till.sale.register === null} />
            </div>
            <div inert={underSheet} className="contents">
              <ReceiptNumber />
            </div>
            <CheckPanel />
            <div inert={underSheet} className="contents">
              <SaleRows />
            </div>
            <div inert={underSheet} className="till:hidden">
              <LastTen person={person} />
            </div>
          </section>
        </Columns>
      </Page>
      {covered && <Cover stage={stage} role={person.role} />}
      <RefundHost />
      <p aria-live="assertive" className="spoken">
        {announcement}
      </p>
    </>
  );
}
