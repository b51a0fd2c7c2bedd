import { CornerDownLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Person } from '../../contract/people.ts';
import { page } from '../api/page.ts';
import { RefundHost } from '../refund/undo-button.tsx';
import { useRefundStore, useRefunds } from '../refund/use-refunds.ts';
import { CameraScanner } from '../scan/camera-scanner.tsx';
import type { AllTogether } from '../scan/code-choice.tsx';
import { ConnectScanner } from '../scan/connect-scanner.tsx';
import { PictureChoice } from '../scan/picture-choice.tsx';
import type { ScanEvent } from '../scan/scan-event.ts';
import { useScans } from '../scan/use-scans.ts';
import { Columns, Page } from '../shell/frame/page.tsx';
import { cue } from '../shell/sound.ts';
import { UpdateLine } from '../shell/update.tsx';
import { useExtraCodes } from '../shell/use-extra-codes.ts';
import { useShop } from '../shell/use-session.ts';
import { Button } from '../ui/button.tsx';
import { makeWayForScan, useLayer } from '../ui/layers.ts';
import { Notice } from '../ui/notice.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useMedia } from '../ui/use-media.ts';
import { useWords } from '../words/words.tsx';
import { LinkBar } from './link/link-bar.tsx';
import { announcementOf } from './screens/announcement.ts';
import { CheckPanel } from './screens/check-panel.tsx';
import { CodeField } from './screens/code-field.tsx';
import { Cover } from './screens/cover.tsx';
import { cueOf } from './screens/cues.ts';
import { DuePanel } from './screens/due.tsx';
import { DueQuestion } from './screens/due-question.tsx';
import { LastTen } from './screens/last-ten.tsx';
import { ReceiptNumber } from './screens/receipt-number.tsx';
import { SaleRows } from './screens/sale-rows.tsx';
import { ScannerQuestion } from './screens/scanner-question.tsx';
import { SeriesRest } from './screens/series-rest.tsx';
import { useDueKeys } from './screens/use-keypad-keys.ts';
import { useTillKeys } from './screens/use-till-keys.ts';
import { createSeries, type Series, stillDue } from './till/series.ts';
import { coveredBy, isCover, isIdle, type NoteReason, readingOf } from './till/till.ts';
import { useTill, useTillStore } from './till/use-till.tsx';

/**
 * Home of a cashier: codes come in on the left, the sale is on the right; what needs the whole
 * screen covers both.
 */
export function RedeemScreen({
  person,
  onCover,
}: {
  readonly person: Person;
  readonly onCover: (covered: boolean) => void;
}) {
  const { places } = useWords();
  const extras = useExtraCodes();
  const store = useTillStore();
  const till = useTill();
  const { stage } = till;
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const [due, setDue] = useState<HTMLElement | null>(null);
  const [code, setCode] = useState('');
  const covered = isCover(stage);
  // A sheet lies over the rest of a phone's screen; on a till it has a place of its own.
  const underSheet =
    !useMedia('(min-width: 64rem)') && (stage.at === 'checking' || stage.at === 'not-checked' || stage.at === 'panel');
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
  useDueKeys(due, {
    reading: readingOf(till),
    onKey: store.dueKey,
    keep: store.keepTyped,
    onCode(digits) {
      setCode(digits);
      toCode();
    },
    onDone: toCode,
  });
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
            <CodeField ref={setField} text={code} onText={setCode} />
            <ScanNote />
            <DueQuestion />
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

/**
 * Back closes the voucher or the verdict on the screen before it leaves the page.
 *
 * A redemption that is under way stays.
 */
function useBack(): void {
  const till = useTill();
  const { putAway, goOn } = useTillStore();
  const { stage, earlier } = till;
  const isEarlier = earlier.some(({ tenderId }) => tenderId === coveredBy(till));
  const close = () => {
    if (stage.at === 'verdict' || stage.at === 'rejected' || isEarlier) goOn();
    else putAway();
  };
  useLayer({ isOpen: stage.at !== 'ready', close, onScan: 'passes' });
}

/**
 * While the dialog of a refund is open, the verdict behind it stays; once that says refunded, which
 * it does larger, the dialog closes.
 */
function useRefundOverVerdict(): void {
  const { open } = useRefunds();
  const { close } = useRefundStore();
  const { stage } = useTill();
  const { touch } = useTillStore();
  const tenderId = open?.id;
  useEffect(() => {
    if (tenderId !== undefined) touch();
  }, [tenderId, touch]);
  const isSaidBehind = stage.at === 'verdict' && stage.tenderId === tenderId && stage.view.state === 'refunded';
  useEffect(() => {
    if (isSaidBehind) close();
  }, [isSaidBehind, close]);
}

/**
 * The sounds of the till, and the sentence for screen readers: a click when a code was read,
 * another sound for the answer.
 * @returns what a live region should say about the stage on the screen
 */
function useFeedback(): string {
  const words = useWords();
  const format = { ...useFormat(), currency: useShop().currency };
  const store = useTillStore();
  const { stage } = useTill();
  useEffect(() => {
    let before = store.state().stage;
    return store.subscribe(() => {
      const now = store.state().stage;
      const sound = now === before ? null : cueOf(before, now);
      before = now;
      if (sound !== null) cue(sound);
    });
  }, [store]);
  return announcementOf(stage, words, format);
}

/** What a scanner that is set wrong makes of a code. */
const MISREAD: readonly NoteReason[] = ['not-a-code', 'foreign-link', 'too-short'];

/**
 * Why a scan was ignored, in a line; or whether the digits that were typed for a code are the
 * amount due, which the next Enter confirms.
 */
function ScanNote() {
  const { scan, sale } = useWords();
  const { money } = useFormat();
  const { note } = useTill();
  const { confirmDue } = useTillStore();
  if (note === null) return null;
  if (note.reason === 'due?') {
    return (
      <Button key={note.id} look="main" autoFocus onClick={confirmDue}>
        {sale.isDue(money(note.due))}
        <CornerDownLeft aria-hidden strokeWidth={1.75} size={20} />
      </Button>
    );
  }
  const text: Record<NoteReason, string> = { ...scan.ignored, busy: scan.busy, 'no-storage': scan.noStorage };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <Notice key={note.id} tone="attention">
        {text[note.reason]}
      </Notice>
      {MISREAD.includes(note.reason) && <ScannerQuestion />}
    </div>
  );
}
