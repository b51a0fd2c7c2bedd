import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { StoryView } from './story-view.tsx';
import type { HistoryQuery } from './use-story.ts';

/** For managers: the history of any voucher, by its code or printed number. */
export function StoryPage() {
  const messages = usePageMessages('voucher-history');
  const { places } = useMessages();
  const [query, setQuery] = useState<{ readonly about: HistoryQuery; readonly number: number } | null>(null);
  const [isEmpty, setEmpty] = useState(false);
  const search = (about: HistoryQuery) => {
    setEmpty(about.code === undefined && about.sequence === undefined);
    if (about.code !== undefined || about.sequence !== undefined)
      setQuery((before) => ({ about, number: (before?.number ?? 0) + 1 }));
  };
  const submit = submitted((form) => {
    const code = text(form, 'code').trim();
    const sequence = text(form, 'sequence').trim();
    search({ ...(code !== '' && { code }), ...(sequence !== '' && { sequence }) });
  });
  return (
    <Page title={places.stories} lead={messages.pageLead} prints="nothing">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 till:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] till:gap-6">
        {/* A new form after each query, so that a code does not stay on the screen. */}
        <form key={`form ${query?.number}`} className="card grid content-start gap-4 p-4 till:p-6" onSubmit={submit}>
          <Field
            label={messages.code}
            hint={messages.codeHint}
            name="code"
            autoFocus
            maxLength={LIMITS.codeCharsMax}
            spellCheck={false}
            autoCapitalize="characters"
          />
          <Field
            label={messages.number}
            hint={messages.numberHint}
            name="sequence"
            inputMode="numeric"
            pattern="[0-9]+"
            maxLength={LIMITS.sequenceDigitsMax}
          />
          {isEmpty && <Notice tone="attention">{messages.nothingTyped}</Notice>}
          <Button type="submit" variant="main">
            {messages.lookUp}
          </Button>
        </form>
        {query !== null && (
          <section key={query.number} aria-label={messages.title} className="card p-4 till:p-6">
            <StoryView about={query.about} />
          </section>
        )}
      </div>
    </Page>
  );
}
