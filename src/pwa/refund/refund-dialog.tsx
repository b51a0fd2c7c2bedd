import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LIMITS } from '../../contract/access/limits.ts';
import type { TenderView } from '../../contract/redemption/tender.ts';
import { sessionQuery } from '../api/queries.ts';
import { ManagerPin } from '../approval/manager-pin.tsx';
import { cue } from '../shell/sound.ts';
import { Amount } from '../ui/amount.tsx';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useNow } from '../ui/use-now.ts';
import { usePageMessages } from '../words/page-words.ts';
import { useMessages } from '../words/words.tsx';
import { refundOffer } from './offer.ts';
import { outcomeOf, toneOf } from './pending-refund.ts';
import { RefundResult } from './refund-outcome.tsx';
import { useRefundStore, useRefunds } from './use-refunds.ts';

/** Refunds a redemption: the reason, a confirmation or a manager's PIN, and the result. */
export function RefundDialog({ tender }: { readonly tender: TenderView }) {
  const undo = usePageMessages('refund');
  const { verdict } = useMessages();
  const { close } = useRefundStore();
  const refunding = useRefunds().byTender.get(tender.id);
  const amount = tender.captured ?? tender.requested;
  const outcome = refunding && outcomeOf(refunding.phase);
  const tone = refunding && toneOf(refunding.phase);
  useEffect(() => {
    if (tone !== undefined && outcome !== 'checking') cue(tone);
  }, [outcome, tone]);
  return (
    <Dialog title={undo.title} onClose={close}>
      <div className="grid gap-4">
        <p>
          <Amount worth={amount} className="block text-amount font-semibold" />
          <span className="text-neutral-9 tabular-nums">{verdict.voucher(`··${tender.last4}`)}</span>
        </p>
        {refunding === undefined ? <ReasonForm tender={tender} /> : <RefundResult refunding={refunding} />}
      </div>
    </Dialog>
  );
}

/**
 * Asks for a reason, with the usual ones as buttons; and next for a confirmation or a manager's
 * PIN.
 */
function ReasonForm({ tender }: { readonly tender: TenderView }) {
  const undo = usePageMessages('refund');
  const { labelled } = useMessages();
  const { value } = useFormat();
  const { refund } = useRefundStore();
  const needsManager = useNeedsManager(tender);
  const [isOwn, setOwn] = useState(false);
  const [reason, setReason] = useState('');
  const [id] = useState(() => crypto.randomUUID());
  const trimmed = reason.trim();
  /* The other reasons would push the PIN below the dialog. */
  const isChosen = needsManager && (isOwn || reason !== '');
  const choose = (own: boolean, text: string) => {
    setOwn(own);
    setReason(text);
  };
  const send = () => {
    if (trimmed !== '') refund(tender, trimmed, id);
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!needsManager) send();
      }}
    >
      {!isChosen && <p>{undo.lead}</p>}
      {isChosen ? (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <p className="min-w-0 font-medium wrap-anywhere">{labelled(undo.why, isOwn ? undo.otherReason : reason)}</p>
          <Button variant="quiet" onClick={() => choose(false, '')}>
            {undo.changeReason}
          </Button>
        </div>
      ) : (
        <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
          <legend className="mb-2 font-medium">{undo.why}</legend>
          {undo.reasons.map((usual) => (
            <Choice key={usual} name="reason" required onChange={() => choose(false, usual)}>
              {usual}
            </Choice>
          ))}
          <Choice name="reason" required onChange={() => choose(true, '')}>
            {undo.otherReason}
          </Choice>
        </fieldset>
      )}
      {isOwn && (
        <Field
          label={undo.ownWords}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          required
          autoFocus
          maxLength={LIMITS.reasonCharsMax}
        />
      )}
      {needsManager && trimmed !== '' && (
        <>
          <p className="font-medium">{undo.withManager(value(tender.captured ?? tender.requested))}</p>
          <ManagerPin
            key={isOwn ? 'own' : trimmed}
            id={id}
            operation={{ kind: 'refund', refund: { tenderId: tender.id, reason: trimmed } }}
            about={{ worth: tender.captured ?? tender.requested, last4: tender.last4 }}
            onApproved={send}
            autoFocus={!isOwn}
          />
        </>
      )}
      {!needsManager && (
        <Button type="submit" variant="danger">
          {undo.confirm(value(tender.captured ?? tender.requested))}
        </Button>
      )}
    </form>
  );
}

/** True if the signed-in user may not refund this redemption alone. */
function useNeedsManager(tender: TenderView): boolean {
  const { data: session } = useQuery(sessionQuery);
  const now = useNow(1_000);
  return session != null && refundOffer(tender, session.person.role, now)?.kind === 'approved';
}
