import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../../pwa/api/queries.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import { HoldButton } from '../../hold/pwa/hold-button.tsx';
import type { Story } from '../contract/story.ts';
import { factText, sentenceOf } from '../contract/story-sentence.ts';
import { AskNumber } from './ask-number.tsx';
import { StoryNotes } from './notes.tsx';
import { Reach } from './reach.tsx';
import { PrintSlip } from './slip.tsx';
import { StoryLines } from './story-lines.tsx';
import { type About, useStory } from './use-story.ts';

/**
 * Explains the balance of a voucher: the cause in one sentence, to be read out, then possible
 * actions, then all events.
 */
export function StoryView({ about }: { readonly about: About }) {
  const words = usePageWords('voucher-history');
  const { common } = useWords();
  const told = useStory(about);
  const { story, failure } = told;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {story === undefined && failure === null && (
        <p role="status" className="min-h-24 text-section text-neutral-9">
          {words.loading}
        </p>
      )}
      {story !== undefined && <Head story={story} />}
      <FailureNotice failure={failure} />
      {story === undefined && failure !== null && <Button onClick={told.again}>{common.tryAgain}</Button>}
      {story !== undefined && (
        <>
          <StoryLines story={story} />
          <Reach told={told} story={story} />
          {isNumberWanted(story, about) && <AskNumber onNumber={told.withNumber} />}
          <ForManagers story={story} about={about} />
          <PrintSlip story={story} />
        </>
      )}
    </div>
  );
}

function Head({ story }: { readonly story: Story }) {
  const words = usePageWords('voucher-history');
  const format = useFormat();
  const { sentence } = words;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <WhichOne story={story} />
      <p role="status" className="text-section font-semibold wrap-anywhere">
        {sentenceOf(story, sentence, format)}
      </p>
      {story.facts.length > 0 && (
        <ul className="grid gap-1">
          {story.facts.map((fact) => (
            <li key={fact.fact} className="font-medium text-attention-ink">
              {factText(fact, sentence, format)}
            </li>
          ))}
        </ul>
      )}
      {story.away && story.cause !== 'unknown' && <Notice tone="attention">{sentence.away}</Notice>}
    </div>
  );
}

/** The last four and the description, to compare with the card on the counter. */
function WhichOne({ story: { voucher, sequence } }: { readonly story: Story }) {
  const words = usePageWords('voucher-history');
  const { worth } = useFormat();
  const { check } = useWords();
  if (voucher === null) return sequence === null ? null : <p className="text-neutral-9">{words.numbered(sequence)}</p>;
  const { last4, product, remaining } = voucher;
  const parts = [
    [`··${last4}`, product].filter(Boolean).join(' '),
    sequence === null ? null : words.numbered(sequence),
    remaining === null ? null : `${worth(remaining)} ${check.left}`,
  ].filter((part) => part !== null);
  return (
    <p className="text-neutral-9 tabular-nums wrap-anywhere">
      {words.isIt} {parts.join(' · ')}
    </p>
  );
}

/** True if the number of the card is unknown unless the user reads it from the card. */
function isNumberWanted({ voucher, sequence, lines }: Story, { code }: About): boolean {
  return code !== undefined && voucher !== null && sequence === null && !lines.some(({ what }) => what === 'issued');
}

function ForManagers({ story, about }: { readonly story: Story; readonly about: About }) {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  if (session?.person.role !== 'manager' || story.voucher === null) return null;
  const { sequence: _, ...voucher } = about;
  return (
    <>
      <StoryNotes story={story} />
      <HoldButton about={voucher} look="plain" className="justify-self-start" />
    </>
  );
}
