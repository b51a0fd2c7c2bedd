import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull, isProblem } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { PrintDocument } from '../../../pwa/shell/layout/print-document.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { PrintButton, receiptElement } from '../../../pwa/shell/print-button.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { Shift } from '../contract/shift.ts';
import { CloseForm } from './close-form.tsx';
import { shiftQuery, useNoteShift } from './queries.ts';
import { ShiftResult } from './shift-result.tsx';

interface ShiftCardProps {
  readonly id: string;
  /** The shift belongs to the signed-in user. */
  readonly isOwn: boolean;
  readonly onClosed: (z: Shift) => void;
}

export function ShiftCard({ id, isOwn, onClosed }: ShiftCardProps) {
  const { shifts: messages } = usePageMessages('closings');
  const query = useQuery(shiftQuery(id));
  const gone = isProblem(query.error, 'not-found') && <Notice tone="attention">{messages.gone}</Notice>;
  return (
    <Loaded query={query} failed={gone || undefined}>
      {(shift) => (
        <section className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6">
          <ShiftResult shift={shift} />
          {shift.number === null && <CloseForm shift={shift} isOwn={isOwn} onClosed={onClosed} />}
          {!shift.blind && !shift.burnt && <Print id={shift.id} />}
          {shift.number !== null && !shift.burnt && <NoteForm key={shift.notes.length} id={shift.id} />}
          <ShiftPrintout shift={shift} />
        </section>
      )}
    </Loaded>
  );
}

function Print({ id }: { readonly id: string }) {
  const { print } = usePageMessages('closings');
  return (
    <div className="flex justify-start">
      <PrintButton what="closing" subject={id} paper={receiptElement}>
        {print}
      </PrintButton>
    </div>
  );
}

function NoteForm({ id }: { readonly id: string }) {
  const { shift: messages } = usePageMessages('closings');
  const note = useNoteShift(id);
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
      onSubmit={submitted((form) => note.mutate(text(form, 'note')))}
    >
      <Field label={messages.note} hint={messages.noteHint} name="note" required maxLength={LIMITS.reasonCharsMax} />
      <FailureNotice failure={failureOrNull(note.error)} />
      <Button type="submit" className="justify-self-start" disabled={note.isPending}>
        {messages.addNote}
      </Button>
    </form>
  );
}

/** The printout of a shift, X or Z. */
function ShiftPrintout({ shift }: { readonly shift: Shift }) {
  const { shift: messages } = usePageMessages('closings');
  return (
    <PrintDocument title={messages.paper}>
      <div className="pt-2">
        <ShiftResult shift={shift} />
      </div>
    </PrintDocument>
  );
}
