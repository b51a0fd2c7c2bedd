import { useEffect, useState } from 'react';
import { LIMITS } from '../../contract/limits.ts';
import type { TenderView } from '../../contract/tender.ts';
import { cue } from '../shell/sound.ts';
import { Amount } from '../ui/amount.tsx';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { useFormat } from '../ui/use-format.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';
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

const OWN_WORDS = 'own';

/** Asks why, with the usual answers ready, and for the last tap. */
function ReasonForm({
  confirm,
  onConfirm,
}: {
  readonly confirm: string;
  readonly onConfirm: (reason: string) => void;
}) {
  const undo = usePageWords('refund');
  const [own, setOwn] = useState(false);
  const submit = submitted((form) => {
    const chosen = text(form, 'reason');
    const reason = chosen === OWN_WORDS ? text(form, 'words') : chosen;
    if (reason !== '') onConfirm(reason);
  });
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
        <legend className="mb-2 font-medium">{undo.why}</legend>
        {undo.reasons.map((reason) => (
          <Choice key={reason} name="reason" value={reason} required onChange={() => setOwn(false)}>
            {reason}
          </Choice>
        ))}
        <Choice name="reason" value={OWN_WORDS} required onChange={() => setOwn(true)}>
          {undo.otherReason}
        </Choice>
        {own && <Field label={undo.ownWords} name="words" required autoFocus maxLength={LIMITS.reasonCharsMax} />}
      </fieldset>
      <Button type="submit" look="danger">
        {confirm}
      </Button>
    </form>
  );
}
