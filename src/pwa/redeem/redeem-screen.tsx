import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Person } from '../../contract/access/people.ts';
import type { ScanEvent } from '../../reader/scan-event.ts';
import { RefundHost } from '../refund/undo-button.tsx';
import { useRefundStore, useRefunds } from '../refund/use-refunds.ts';
import { noteScan } from '../scan/hand-scanner.ts';
import { useScans } from '../scan/use-scans.ts';
import { Columns, Page } from '../shell/layout/page.tsx';
import { slotsOf } from '../shell/slots.ts';
import { cue } from '../shell/sound.ts';
import { UpdateLine } from '../shell/update.tsx';
import { UpdateInQuietHour } from '../shell/update-unused.tsx';
import { useShop } from '../shell/use-session.ts';
import { closeLayersForScan, useLayer } from '../ui/layers.ts';
import { useFormat } from '../ui/use-format.tsx';
import { useMedia } from '../ui/use-media.ts';
import { useMessages } from '../words/words.tsx';
import { announcementOf } from './screens/announcement.ts';
import { CheckPanel } from './screens/check-panel.tsx';
import { Codes } from './screens/codes.tsx';
import { SaleCover } from './screens/cover.tsx';
import { cueOf } from './screens/cues.ts';
import { CustomerQuestion } from './screens/customer-question.tsx';
import { DuePanel } from './screens/due.tsx';
import { LeftSales } from './screens/end-of-sale.tsx';
import { SpokenInFlight } from './screens/in-flight.tsx';
import { LastTen } from './screens/last-ten.tsx';
import { OpenElsewhere } from './screens/open-elsewhere.tsx';
import { ReceiptNumber } from './screens/receipt-number.tsx';
import { BeginHint, SaleRows } from './screens/sale-rows.tsx';
import { useAmountDue } from './screens/use-amount-due.ts';
import { useTillKeys } from './screens/use-till-keys.ts';
import type { SaleRow } from './till/sale.ts';
import { allRows, coveredBy, isCover, isIdle, type Till } from './till/till.ts';
import { useRule } from './till/use-rule.ts';
import { useTill, useTillStore } from './till/use-till.tsx';
import { awaitsAnswer, isCustomerUnclear } from './till/whose-sale.ts';

/** As wide as a till, which also has room for the keypad. */
const WIDE = '(min-width: 64rem)';
/** Wide enough for two columns, or so low that they are needed. */
const TWO_COLUMNS = `${WIDE}, (min-width: 40rem) and (max-height: 29.99rem)`;

/**
 * The cashier's home page: code entry on the left, the sale on the right. Full-screen states cover
 * both.
 */
export function RedeemScreen({
  person,
  onCover,
}: {
  readonly person: Person;
  readonly onCover: (covered: boolean) => void;
}) {
  const { places } = useMessages();
  const store = useTillStore();
  const till = useTill();
  const { stage } = till;
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const isCustomerQuestionOpen = isCustomerUnclear(till);
  const covered = isCover(stage) || isCustomerQuestionOpen || till.elsewhere;
  // A sheet covers the other parts of a phone's screen; on a till it has its own column.
  const isWide = useMedia(WIDE);
  const underSheet = !isWide && (stage.at === 'checking' || stage.at === 'not-checked' || stage.at === 'panel');
  const scan = (event: ScanEvent) => {
    noteScan(event.source);
    if (closeLayersForScan()) store.scan(event);
    else cue('attention');
  };
  useScans(scan, { enabled: !till.elsewhere, keep: store.saveTyped });
  const close = useBack();
  const newSale = () => {
    setCode('');
    store.newSale();
  };
  const toCode = () => field.current?.focus();
  const onCodeInDue = (digits: string) => {
    setCode(digits);
    toCode();
  };
  const onCorrect = (number: string) => {
    // The field takes the focus only once the sheet over it is closed.
    flushSync(() => {
      store.putAway();
      setCode(number);
    });
    toCode();
  };
  const dueElement = useRef<HTMLElement>(null);
  // With a checked voucher, the next Enter redeems it.
  const toNextStep = () => (document.querySelector<HTMLElement>('[data-redeems]') ?? field.current)?.focus();
  const amountDue = useAmountDue(dueElement, { isWide, onCode: onCodeInDue, onDone: toNextStep });
  useTillKeys({ field, onDue: amountDue.want, onEscape: close, onNewSale: newSale });
  useRefundOverVerdict();
  useReportCover(onCover, covered || underSheet);
  // A phone shows the amount to collect first.
  const hasTwoColumns = useMedia(TWO_COLUMNS);
  const due = (
    <div inert={underSheet} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <DuePanel
        ref={dueElement}
        onDone={amountDue.complete}
        isOpen={amountDue.isOpen}
        onOpen={amountDue.setOpen}
        showKeypad={isWide && stage.at === 'ready' && till.sale.register === null}
      />
      <ReceiptNumber />
    </div>
  );
  return (
    <>
      <Page title={places.redeem} titleHidden prints="nothing" covered={covered}>
        {isIdle(till) && <UpdateLine />}
        {isIdle(till) && <UpdateInQuietHour />}
        <div inert={underSheet} className="contents">
          <SaleHeader />
        </div>
        {!hasTwoColumns && due}
        <Columns>
          <section inert={underSheet} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
            <BeginHint />
            <Codes ref={field} onScan={scan} code={code} onCode={setCode} onNewSale={newSale} />
            {isWide && <LastTen person={person} />}
          </section>
          <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
            {hasTwoColumns && due}
            <CheckPanel onCorrect={onCorrect} />
            <div inert={underSheet} className="contents">
              <SaleRows />
              <LeftSales />
            </div>
            {!isWide && (
              <div inert={underSheet}>
                <LastTen person={person} />
              </div>
            )}
          </section>
        </Columns>
      </Page>
      {isCustomerQuestionOpen ? (
        <CustomerQuestion />
      ) : (
        isCover(stage) && <SaleCover stage={stage} role={person.role} onChangeDue={amountDue.change} />
      )}
      {till.elsewhere && <OpenElsewhere />}
      <RefundHost />
      <LiveRegion />
    </>
  );
}

/** About the register that opened the sale, if one did. */
function SaleHeader() {
  return slotsOf('saleHeader').map((Part, position) => <Part key={position} />);
}

/** Reads out what the screen shows. */
function LiveRegion() {
  const announcement = useFeedback();
  const inFlight = rowInFlight(useTill());
  return (
    <p aria-live="assertive" className="spoken top-0">
      {inFlight === undefined ? announcement : <SpokenInFlight {...inFlight} />}
    </p>
  );
}

function rowInFlight(till: Till): { readonly row: SaleRow; readonly silent: boolean } | undefined {
  const { stage } = till;
  if (stage.at !== 'flight') return undefined;
  const row = allRows(till).find(({ tenderId }) => tenderId === stage.tenderId);
  return row && { row, silent: stage.silent };
}

function useReportCover(onCover: (covered: boolean) => void, isCovered: boolean): void {
  useEffect(() => {
    onCover(isCovered);
    return () => onCover(false);
  }, [onCover, isCovered]);
}

/**
 * Back closes the voucher or the verdict before it leaves the page. A redemption in progress stays.
 * @returns closes it, for Escape
 */
function useBack(): () => void {
  const till = useTill();
  const { putAway, goOn } = useTillStore();
  const { stage, earlier } = till;
  const isEarlier = earlier.some(({ tenderId }) => tenderId === coveredBy(till));
  const close = () => {
    if (awaitsAnswer(till)) return;
    if (stage.at === 'verdict' || stage.at === 'rejected' || isEarlier) goOn();
    else putAway();
  };
  useLayer({ isOpen: stage.at !== 'ready', close, onScan: 'passes' });
  return close;
}

/**
 * The verdict stays behind an open refund dialog. Once the refund is done, the dialog closes,
 * because the verdict shows the result larger.
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
  const isVisibleBehind = stage.at === 'verdict' && stage.tenderId === tenderId && stage.view.state === 'refunded';
  useEffect(() => {
    if (isVisibleBehind) close();
  }, [isVisibleBehind, close]);
}

/**
 * Plays the sounds of the till: a click when a code was read, another sound for the answer.
 * @returns the text of the live region for the current stage
 */
function useFeedback(): string {
  const messages = useMessages();
  const { emptyVouchers } = useRule();
  const format = { ...useFormat(), emptyVouchers, currency: useShop().currency };
  const store = useTillStore();
  const till = useTill();
  useEffect(() => {
    let before = store.state().stage;
    return store.subscribe(() => {
      const now = store.state().stage;
      const sound = now === before ? null : cueOf(before, now);
      before = now;
      if (sound !== null) cue(sound);
    });
  }, [store]);
  return announcementOf(till, messages, format);
}
