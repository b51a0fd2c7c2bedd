import { LoaderCircle, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '../../../contract/redemption/states.ts';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import type { VoucherSubject } from '../../shell/feature.ts';
import { slotsOf } from '../../shell/slots.ts';
import { useShop } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { InBackground } from '../../ui/in-background.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TONES } from '../../ui/tone.ts';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import type { Panel } from '../till/till.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { amountObstacle } from '../till/voucher-amount.ts';
import { refusalMessage, stateText, stateTone } from './check-messages.ts';
import { ReceiptNeeded } from './receipt-number.tsx';
import { RedeemAmount } from './redeem-amount.tsx';
import { RefusedVoucher } from './refused.tsx';

interface CheckPanelProps {
  /** Closes the panel and puts a typed number back into the field. */
  readonly onCorrect: (number: string) => void;
}

/** The scanned voucher: a sheet on phones, in the keypad's area on a till. */
export function CheckPanel({ onCorrect }: CheckPanelProps) {
  const { check: messages, common, scan } = useMessages();
  const { stage } = useTill();
  const { checkAgain } = useTillStore();
  switch (stage.at) {
    case 'checking':
      return (
        <Sheet title={messages.checking}>
          <p className="flex min-h-24 items-center gap-3 text-section text-neutral-9">
            <LoaderCircle aria-hidden strokeWidth={1.75} className="animate-spin" />
            {messages.checking}
          </p>
        </Sheet>
      );
    case 'not-checked':
      return (
        <Sheet title={messages.statuses.unknown}>
          {navigator.onLine ? (
            <FailureNotice failure={stage.failure} />
          ) : (
            <Notice tone="attention">{scan.offline}</Notice>
          )}
          <Button variant="main" autoFocus onClick={checkAgain}>
            {common.tryAgain}
          </Button>
        </Sheet>
      );
    case 'panel':
      return <VoucherPanel panel={stage} onCorrect={onCorrect} />;
    default:
      return null;
  }
}

function VoucherPanel({ panel, onCorrect }: CheckPanelProps & { readonly panel: Panel }) {
  const messages = useMessages();
  const { time } = useFormat();
  const { currency } = useShop();
  const { check } = panel;
  const refused = refusalMessage(messages, check, { currency, time });
  const state = stateText(messages, check);
  // Avoids showing the same text twice.
  const chip = state === refused?.title ? null : <Chip tone={stateTone(check)}>{state}</Chip>;
  return (
    <Sheet
      title={check.product?.name ?? messages.check.voucher}
      aside={displayRef(panel)}
      chip={chip}
      why={refused === null ? { code: check.ref || panel.scanned.code } : null}
      tone={refused?.tone ?? null}
    >
      {refused === null && <ReceiptNeeded />}
      {refused === null ? (
        <RedeemAmount panel={panel} blocked={amountObstacle(panel)} />
      ) : (
        <RefusedVoucher panel={panel} refused={refused} onCorrect={onCorrect} />
      )}
    </Sheet>
  );
}

/** The whole ref is shown only here. A link is never shown. */
function displayRef({ scanned, check }: Panel): string {
  return scanned.parsed.kind === 'ref' ? check.ref : maskRef(check.ref);
}

interface SheetProps {
  readonly title: string;
  readonly aside?: string;
  readonly chip?: ReactNode;
  /** The subject of the voucher history, if the panel itself has to show the button. */
  readonly why?: VoucherSubject | null;
  /** The tone of a refused voucher, which is visible before any action. */
  readonly tone?: Tone | null;
  readonly children: ReactNode;
}

function Sheet({ title, aside, chip = null, why = null, tone = null, children }: SheetProps) {
  const { check: messages } = useMessages();
  const { putAway } = useTillStore();
  const panelClass =
    tone === null
      ? 'bg-neutral-2 border-neutral-4 max-till:border-t till:border'
      : `${TONES[tone].tint} ${TONES[tone].edge} border-t-8`;
  return (
    <>
      <div className="fixed inset-0 z-10 animate-in bg-scrim till:hidden" />
      <section
        aria-label={title}
        className={`@container grid animate-sheet grid-cols-[minmax(0,1fr)] gap-3 p-4 short:gap-2 short:py-3 max-till:fixed max-till:inset-x-0 max-till:bottom-0 max-till:z-20 max-till:max-h-[94dvh] short:max-h-dvh max-till:overflow-y-auto max-till:rounded-t-card max-till:shadow-float till:rounded-card till:p-6 till:low:py-4 ${panelClass}`}
      >
        <header className="flex items-start gap-x-3">
          <div className="flex min-h-12 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <div className="min-w-0 flex-1 basis-36">
              <h2 className="text-section font-semibold wrap-anywhere">{title}</h2>
              {aside !== undefined && (
                <p translate="no" className="text-label break-all text-neutral-9 tabular-nums">
                  {aside}
                </p>
              )}
            </div>
            {chip !== null && (
              <div className={tone === null ? '' : `flex rounded-full border ${TONES[tone].edge}`}>{chip}</div>
            )}
          </div>
          {why !== null &&
            slotsOf('checkedVoucher').map((Part, position) => (
              <InBackground key={position}>
                <Part about={why} />
              </InBackground>
            ))}
          <Button variant="quiet" aria-label={messages.close} onClick={putAway}>
            <X aria-hidden strokeWidth={1.75} />
          </Button>
        </header>
        {children}
      </section>
    </>
  );
}
