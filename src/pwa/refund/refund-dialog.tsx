import { useEffect } from 'react';
import type { TenderView } from '../../contract/tender.ts';
import { cue } from '../shell/sound.ts';
import { Amount } from '../ui/amount.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';
import { ReasonForm } from './reason-form.tsx';
import { RefundOutcome } from './refund-outcome.tsx';
import { useRefundStore, useRefunds } from './use-refunds.ts';
import { outcomeOf, toneOf } from './wish.ts';

/** Gives back what a redemption took: why, one more tap, and what came of it. */
export function RefundDialog({ tender }: { readonly tender: TenderView }) {
  const undo = usePageWords('refund');
  const { verdict } = useWords();
  const { worth } = useFormat();
  const { refund, close } = useRefundStore();
  const refunding = useRefunds().byTender.get(tender.id);
  const taken = tender.captured ?? tender.requested;
  const outcome = refunding && outcomeOf(refunding.phase);
  const tone = refunding && toneOf(refunding.phase);
  useEffect(() => {
    if (tone !== undefined && outcome !== 'checking') cue(tone);
  }, [outcome, tone]);
  return (
    <Dialog title={undo.title} onClose={close}>
      <div className="grid gap-4">
        <p>
          <Amount worth={taken} className="block text-amount font-semibold" />
          <span className="text-neutral-9 tabular-nums">{verdict.voucher(`··${tender.last4}`)}</span>
        </p>
        {refunding === undefined ? (
          <>
            <p>{undo.lead}</p>
            <ReasonForm confirm={undo.confirm(worth(taken))} onConfirm={(reason) => refund(tender, reason)} />
          </>
        ) : (
          <RefundOutcome refunding={refunding} />
        )}
      </div>
    </Dialog>
  );
}
