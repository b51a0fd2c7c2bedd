import { CornerDownLeft, LoaderCircle, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { minorDigits, money } from '../../../contract/money/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { TONES } from '../../ui/tone.ts';
import { FormatFor, useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';

interface DemonstrationProps {
  readonly currency: string;
  readonly timeZone: string;
}

/** A voucher on the till, its redemption without a response, and the verdict, again and again. */
export function Demonstration({ currency, timeZone }: DemonstrationProps) {
  const { setup } = useMessages();
  const [isPaused, setPaused] = useState(false);
  return (
    <FormatFor shop={{ currency, timeZone }}>
      <div
        className={`mx-auto grid w-full max-w-md grid-cols-[minmax(0,1fr)] gap-2 till:max-w-lg ${isPaused ? 'paused' : ''}`}
      >
        <div role="img" aria-label={setup.demonstration} className="grid grid-cols-[minmax(0,1fr)] *:[grid-area:1/1]">
          <VoucherFrame currency={currency} />
          <CheckingFrame />
          <VerdictFrame currency={currency} />
        </div>
        <Button variant="quiet" className="justify-self-end motion-reduce:hidden" onClick={() => setPaused(!isPaused)}>
          {isPaused ? (
            <Play aria-hidden strokeWidth={1.75} size={18} />
          ) : (
            <Pause aria-hidden strokeWidth={1.75} size={18} />
          )}
          {isPaused ? setup.play : setup.pause}
        </Button>
      </div>
    </FormatFor>
  );
}

const inUnits = (units: number, currency: string) => money(units * 10 ** minorDigits(currency), currency);
const balanceIn = (currency: string) => inUnits(50, currency);
const redeemedIn = (currency: string) => inUnits(42, currency);

const FRAME_CLASS =
  '@container grid grid-cols-[minmax(0,1fr)] rounded-card p-6 wrap-anywhere shadow-float *:max-w-full';

function VoucherFrame({ currency }: { readonly currency: string }) {
  const { check } = useMessages();
  const { value } = useFormat();
  return (
    <div className={`${FRAME_CLASS} demonstrated-voucher content-between gap-4 border border-neutral-4 bg-neutral-2`}>
      <div className="flex flex-wrap items-center justify-between gap-3 *:max-w-full">
        <p className="text-section font-semibold">{check.voucher}</p>
        <Chip tone="done">{check.statuses.active}</Chip>
      </div>
      <p>
        <Amount worth={balanceIn(currency)} className="text-amount font-semibold till:text-amount-till" />{' '}
        <span className="text-neutral-9">{check.left}</span>
      </p>
      <p className={buttonClass('main')}>
        {check.redeem(value(redeemedIn(currency)))}
        <CornerDownLeft aria-hidden strokeWidth={1.75} size={20} />
      </p>
    </div>
  );
}

function CheckingFrame() {
  const { flight, setup } = useMessages();
  return (
    <div
      className={`${FRAME_CLASS} demonstrated-checking content-center justify-items-center gap-3 border-t-8 border-neutral-6 bg-neutral-2 text-center`}
    >
      <LoaderCircle aria-hidden strokeWidth={1.75} size={64} className="animate-spin" />
      <p className="text-title font-semibold text-balance">{setup.noResponse}</p>
      <p className="text-balance text-neutral-9">{flight.checking}</p>
    </div>
  );
}

function VerdictFrame({ currency }: { readonly currency: string }) {
  const { verdict } = useMessages();
  const { tint, edge, ink, Icon } = TONES.done;
  const { title, next } = verdict.states.captured;
  return (
    <div
      className={`${FRAME_CLASS} demonstrated-verdict content-center justify-items-center gap-3 border-t-8 text-center ${tint} ${edge}`}
    >
      <Icon aria-hidden strokeWidth={1.75} size={64} className={ink} />
      <p className={`text-title font-semibold ${ink}`}>{title}</p>
      <Amount worth={redeemedIn(currency)} className="text-amount font-semibold till:text-amount-till" />
      <p className={ink}>{next}</p>
    </div>
  );
}
