import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { Page } from '../../../pwa/shell/frame/page.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import { StoryView } from './story-view.tsx';
import type { About } from './use-story.ts';

/** For managers: the history of any voucher, by its code or printed number. */
export function StoryPage() {
  const words = usePageWords('voucher-history');
  const { places } = useWords();
  const [asked, setAsked] = useState<{ readonly about: About; readonly number: number } | null>(null);
  const [isEmpty, setEmpty] = useState(false);
  const ask = (about: About) => {
    setEmpty(about.code === undefined && about.sequence === undefined);
    if (about.code !== undefined || about.sequence !== undefined)
      setAsked((before) => ({ about, number: (before?.number ?? 0) + 1 }));
  };
  const submit = submitted((form) => {
    const code = text(form, 'code').trim();
    const sequence = text(form, 'sequence').trim();
    ask({ ...(code !== '' && { code }), ...(sequence !== '' && { sequence }) });
  });
  return (
    <Page title={places.stories} lead={words.pageLead} prints="nothing">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 till:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] till:gap-6">
        {/* A new form after each query, so that a code does not stay on the screen. */}
        <form key={asked?.number} className="card grid content-start gap-4 p-4 till:p-6" onSubmit={submit}>
          <Field
            label={words.code}
            hint={words.codeHint}
            name="code"
            autoFocus
            maxLength={LIMITS.codeCharsMax}
            spellCheck={false}
            autoCapitalize="characters"
          />
          <Field
            label={words.number}
            hint={words.numberHint}
            name="sequence"
            inputMode="numeric"
            pattern="[0-9]+"
            maxLength={LIMITS.sequenceDigitsMax}
          />
          {isEmpty && <Notice tone="attention">{words.nothingTyped}</Notice>}
          <Button type="submit" look="main">
            {words.lookUp}
          </Button>
        </form>
        {asked !== null && (
          <section key={asked.number} aria-label={words.title} className="card p-4 till:p-6">
            <StoryView about={asked.about} />
          </section>
        )}
      </div>
    </Page>
  );
}
