import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { Story } from '../contract/story.ts';

export function StoryNotes({ story: { notes, token } }: { readonly story: Story }) {
  const messages = usePageMessages('voucher-history');
  const { dateTime } = useFormat();
  const [savedCount, setSavedCount] = useState(0);
  const save = useMutation({
    mutationFn: (note: string) => call('noteStory', { body: { token, note } }),
    onSuccess: () => setSavedCount((count) => count + 1),
  });
  const submit = submitted((form) => {
    const note = text(form, 'note').trim();
    if (note !== '') save.mutate(note);
  });
  return (
    <section aria-label={messages.notes} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {notes.map(({ at, person, note }, index) => (
        // Notes are only appended.
        <p key={index} className="wrap-anywhere">
          <span className="block text-label text-neutral-9">
            {person}, {dateTime(at)}
          </span>
          {note}
        </p>
      ))}
      <form key={savedCount} className="flex flex-wrap items-end gap-2" onSubmit={submit}>
        <Field
          className="min-w-0 flex-1 basis-48"
          label={messages.note}
          name="note"
          required
          maxLength={LIMITS.reasonCharsMax}
        />
        <Button type="submit" disabled={save.isPending}>
          {messages.keepNote}
        </Button>
      </form>
      <FailureNotice failure={failureOrNull(save.error)} />
      {save.isSuccess && <Notice tone="done">{messages.noteSaved}</Notice>}
    </section>
  );
}
