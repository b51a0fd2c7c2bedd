import { useState } from 'react';
import { shopDate } from '../../../contract/platform/shop-day.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Tick } from '../../../pwa/ui/tick.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { MatchMemory } from '../contract/match/match-answer.ts';
import { earlierKeysOf, type Matched } from '../contract/match/match-lists.ts';
import { suggestionsFor } from '../contract/match/match-sums.ts';
import { LineFacts } from './match-line.tsx';
import { useSaveMatchNote } from './office-queries.ts';
import { useShopTerms } from './use-match.ts';

export type MatchNotes = ReadonlyMap<string, MatchMemory['notes'][number]>;

interface MatchNoteProps {
  readonly one: Matched;
  readonly notes: MatchNotes;
  readonly all: readonly Matched[];
}

/**
 * A note on a difference hides the difference in the next comparisons; an empty note shows it
 * again.
 */
export function MatchNote({ one, notes, all }: MatchNoteProps) {
  const { match: messages } = usePageMessages('closings');
  const { dateTime } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const note = notes.get(one.key);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-12 cursor-pointer items-center text-label font-medium text-neutral-11">
        {note === undefined ? messages.note : `${note.note} (${note.person}, ${dateTime(note.at)})`}
      </summary>
      {isOpen && <NoteForm one={one} notes={notes} all={all} />}
    </details>
  );
}

/** One note for the line, and for the lines that it is paired with. */
function NoteForm({ one, notes, all }: MatchNoteProps) {
  const { match: messages } = usePageMessages('closings');
  const shop = useShopTerms();
  const save = useSaveMatchNote();
  const [suggested] = useState(() =>
    suggestionsFor(one, all, (ms) => shopDate(ms, shop)).filter(({ key }) => !notes.has(key)),
  );
  const [paired, setPaired] = useState<readonly string[]>([]);
  const note = notes.get(one.key);
  const earlier = earlierKeysOf(one).flatMap((key) => notes.get(key)?.note ?? []);
  const toggle = (key: string) =>
    setPaired(paired.includes(key) ? paired.filter((other) => other !== key) : [...paired, key]);
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-1"
      onSubmit={submitted((form) => save.mutate({ differences: [one.key, ...paired], note: text(form, 'note') }))}
    >
      {suggested.length > 0 && <p className="text-label font-medium">{messages.suggested}</p>}
      {suggested.map(({ key, own, their }) => (
        <Tick key={key} checked={paired.includes(key)} onChange={() => toggle(key)}>
          {own && <LineFacts line={own} more={[messages.here, own.till]} />}
          {their && <LineFacts line={their} more={[messages.lineNo(their.line)]} />}
        </Tick>
      ))}
      <Field
        label={messages.note}
        hint={messages.noteHint}
        name="note"
        defaultValue={note?.note ?? earlier[0] ?? ''}
        required={note === undefined}
        maxLength={300}
      />
      <FailureNotice failure={failureOrNull(save.error)} />
      <Button type="submit" className="justify-self-start" disabled={save.isPending}>
        {messages.keepNote}
      </Button>
    </form>
  );
}
