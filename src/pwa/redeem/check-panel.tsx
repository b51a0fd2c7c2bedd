import { LoaderCircle, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { REFUSAL_REASONS } from '../../contract/states.ts';
import { maskRef } from '../../contract/voucher.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Notice } from '../ui/notice.tsx';
import { useWords } from '../words/words.tsx';
import { refusalWords, stateTone, stateWords } from './check-words.ts';
import { obstacle } from './sale.ts';
import { TakeAmount } from './take-amount.tsx';
import { allRows, type Panel } from './till.ts';
import { useTill, useTillStore } from './use-till.tsx';
import { VoucherFacts } from './voucher-facts.tsx';

/** The voucher that was scanned: a sheet over the lower part of a phone, in the keypad's place on a till. */
export function CheckPanel() {
  const { check: words, common, scan } = useWords();
  const { stage } = useTill();
  const { checkAgain } = useTillStore();
  switch (stage.at) {
    case 'checking':
      return (
        <Sheet title={words.checking}>
          <p className="flex min-h-24 items-center gap-3 text-section text-neutral-9">
            <LoaderCircle aria-hidden strokeWidth={1.75} className="animate-spin" />
            {words.checking}
          </p>
        </Sheet>
      );
    case 'not-checked':
      return (
        <Sheet title={words.statuses.unknown}>
          {navigator.onLine ? <FailureNotice failure={stage.failure} /> : <Notice tone="attention">{scan.offline}</Notice>}
          <Button look="main" autoFocus onClick={checkAgain}>
            {common.tryAgain}
          </Button>
        </Sheet>
      );
    case 'panel':
      return <VoucherPanel panel={stage} />;
    default:
      return null;
  }
}

function VoucherPanel({ panel }: { readonly panel: Panel }) {
  const words = useWords();
  const { show } = useTillStore();
  const till = useTill();
  const { check } = panel;
  const blocked = obstacle(panel);
  const isBlocked = blocked === 'open' || blocked === 'refusal';
  // What this till itself has under way is said by the facts; it is in use nowhere else.
  const isHere = check.open?.mine === true;
  const held = allRows(till).find(({ tenderId }) => tenderId === check.open?.tenderId);
  return (
    <Sheet
      title={check.product?.name ?? words.check.voucher}
      aside={displayRef(panel)}
      chip={<Chip tone={stateTone(check)}>{stateWords(words, check)}</Chip>}
    >
      {isBlocked && check.refusal?.reason !== 'not-found' && <VoucherFacts panel={panel} />}
      {check.refusal !== null && !isHere && (
        <Notice tone={REFUSAL_REASONS[check.refusal.reason].tone}>{refusalWords(words, check, till.sale.currency)}</Notice>
      )}
      {held !== undefined && <Button onClick={() => show(held.tenderId)}>{words.check.openFollow}</Button>}
      {isBlocked ? <PutAway /> : <TakeAmount panel={panel} blocked={blocked} />}
    </Sheet>
  );
}

/** The whole ref is shown here and nowhere else; a link is never spelled out. */
function displayRef({ scanned, check }: Panel): string {
  return scanned.parsed.kind === 'ref' ? check.ref : maskRef(check.ref);
}

function PutAway() {
  const { check: words } = useWords();
  const { putAway } = useTillStore();
  return (
    <Button look="main" autoFocus onClick={putAway}>
      {words.anotherVoucher}
    </Button>
  );
}

interface SheetProps {
  readonly title: string;
  readonly aside?: string;
  readonly chip?: ReactNode;
  readonly children: ReactNode;
}

function Sheet({ title, aside, chip, children }: SheetProps) {
  const { check: words } = useWords();
  const { putAway } = useTillStore();
  return (
    <>
      <div className="fixed inset-0 z-10 animate-in bg-scrim till:hidden" />
      <section
        aria-label={title}
        className="grid animate-sheet grid-cols-[minmax(0,1fr)] gap-3 bg-neutral-2 p-4 short:gap-2 short:py-3 max-till:fixed max-till:inset-x-0 max-till:bottom-0 max-till:z-20 max-till:max-h-[94dvh] short:max-h-dvh max-till:overflow-y-auto max-till:rounded-t-card max-till:border-t max-till:border-neutral-4 max-till:shadow-float till:rounded-card till:border till:border-neutral-4 till:p-6"
      >
        <header className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          <div className="min-w-0 flex-1 basis-36">
            <h2 className="text-section font-semibold wrap-anywhere">{title}</h2>
            {aside !== undefined && <p className="text-label break-all text-neutral-9 tabular-nums">{aside}</p>}
          </div>
          {chip}
          <Button look="quiet" aria-label={words.putAway} onClick={putAway}>
            <X aria-hidden strokeWidth={1.75} />
          </Button>
        </header>
        {children}
      </section>
    </>
  );
}
