import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { ApprovalForm, proofNeeded } from '../../../pwa/approval/proof-form.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { slotsOf } from '../../../pwa/shell/slots.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Choice } from '../../../pwa/ui/choice.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { IssueView, ReleasedVoucher } from '../contract/issue.ts';
import type { PrintMedium } from './print-sheet.tsx';
import { usePrintIssue } from './queries.ts';

interface PrintDialogProps {
  readonly issue: IssueView;
  readonly onClose: () => void;
  readonly onPrint: (vouchers: readonly ReleasedVoucher[], medium: PrintMedium) => void;
}

/** Asks for the type of paper, and for a reason if the vouchers were released before. */
export function PrintDialog({ issue: { id, issued, vouchers: known }, onClose, onPrint }: PrintDialogProps) {
  const sell = usePageMessages('selling');
  const printIssue = usePrintIssue(id);
  /* One id for all attempts, so that a lost answer does not count as a print. */
  const [print] = useState(() => crypto.randomUUID());
  const fresh = known.filter(({ released }) => released === null).length;
  const isAgain = fresh === 0;
  const [printer] = slotsOf('devicePrinter');
  const [again, setAgain] = useState<(() => void) | null>(null);
  const failure = failureOrNull(printIssue.error);
  const needs = proofNeeded(failure);
  const submit = submitted((form) => {
    const chosen = text(form, 'paper');
    const medium = chosen === 'roll' || chosen === 'printer' ? chosen : 'a4';
    const body = { print, ...(isAgain && { reason: text(form, 'reason') }) };
    const send = () => printIssue.mutate(body, { onSuccess: ({ vouchers }) => onPrint(vouchers, medium) });
    setAgain(() => send);
    send();
  });
  return (
    <Dialog title={sell.printTitle} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <p>{sell.toPrint(isAgain ? issued : fresh)}</p>
        <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
          <legend className="mb-2 font-medium">{sell.paper}</legend>
          {printer === undefined ? (
            <PaperChoices printerName={null} />
          ) : (
            <printer.Name>{(name) => <PaperChoices printerName={name} />}</printer.Name>
          )}
        </fieldset>
        <p className="text-neutral-9">{isAgain ? sell.again : sell.once}</p>
        {isAgain && <Field label={sell.reason} name="reason" required maxLength={LIMITS.reasonCharsMax} />}
        <FailureNotice failure={needs === null ? failure : null} />
        <Button type="submit" variant="main" disabled={printIssue.isPending}>
          {sell.print}
        </Button>
      </form>
      {needs === 'approval' && again !== null && (
        <ApprovalForm id={id} operation={{ kind: 'reprint', vouchers: issued }} failure={failure} onApproved={again} />
      )}
    </Dialog>
  );
}

function PaperChoices({ printerName }: { readonly printerName: string | null }) {
  const sell = usePageMessages('selling');
  return (
    <>
      {printerName !== null && (
        <Choice name="paper" value="printer" defaultChecked>
          {printerName}
        </Choice>
      )}
      <Choice name="paper" value="a4" defaultChecked={printerName === null}>
        {sell.a4}
      </Choice>
      <Choice name="paper" value="roll">
        {sell.roll}
      </Choice>
    </>
  );
}
