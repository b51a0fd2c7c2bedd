import type { MatchMemory } from '../../contract/match/match-answer.ts';
import { failureOrNull } from '../api/failure.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { useFormat } from '../ui/use-format.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useKeepMatchNote } from './office-queries.ts';

interface MatchNoteProps {
  readonly difference: string;
  readonly note: MatchMemory['notes'][number] | null;
}

/** Why something differs; with a note it is left out next time, an empty one forgets that. */
export function MatchNote({ difference, note }: MatchNoteProps) {
  const { match: words } = usePageWords('closings');
  const { dateTime } = useFormat();
  const keep = useKeepMatchNote();
  return (
    <details>
      <summary className="inline-flex min-h-12 cursor-pointer items-center text-label font-medium text-neutral-11">
        {note === null ? words.note : `${note.note} (${note.person}, ${dateTime(note.at)})`}
      </summary>
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-1"
        onSubmit={submitted((form) => keep.mutate({ difference, note: text(form, 'note') }))}
      >
        <Field
          label={words.note}
          hint={words.noteHint}
          name="note"
          defaultValue={note?.note ?? ''}
          required={note === null}
          maxLength={300}
        />
        <FailureNotice failure={failureOrNull(keep.error)} />
        <Button type="submit" className="justify-self-start" disabled={keep.isPending}>
          {words.keepNote}
        </Button>
      </form>
    </details>
  );
}
