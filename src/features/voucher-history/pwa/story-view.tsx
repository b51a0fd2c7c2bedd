import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { sessionQuery } from '../../../pwa/api/queries.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { slotsOf } from '../../../pwa/shell/slots.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Story } from '../contract/story.ts';
import { factText, sentenceOf } from '../contract/story-sentence.ts';
import { StoryNotes } from './notes.tsx';
import { NumberForm } from './number-form.tsx';
import { HistoryReach } from './reach.tsx';
import { PrintSlip } from './slip.tsx';
import { StoryLines } from './story-lines.tsx';
import { type HistoryQuery, useStory } from './use-story.ts';

/* Loaded on demand: most histories are too short for one. */
const BalanceChart = lazy(() => import('./balance-chart.tsx').then(({ BalanceChart: Chart }) => ({ default: Chart })));

/**
 * Explains the balance of a voucher: the cause in one sentence, to be read out, then possible
 * actions, then all events.
 */
export function StoryView({ about }: { readonly about: HistoryQuery }) {
  const messages = usePageMessages('voucher-history');
  const { common } = useMessages();
  const result = useStory(about);
  const { story, failure } = result;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {story === undefined && failure === null && (
        <p role="status" className="min-h-24 text-section text-neutral-9">
          {messages.loading}
        </p>
      )}
      {story !== undefined && <Head story={story} />}
      <FailureNotice failure={failure} />
      {story === undefined && failure !== null && <Button onClick={result.again}>{common.tryAgain}</Button>}
      {story !== undefined && (
        <>
          <StoryLines story={story} />
          <Suspense>
            <BalanceChart lines={story.lines} />
          </Suspense>
          <HistoryReach told={result} story={story} />
          {needsNumber(story, about) && <NumberForm onNumber={result.withNumber} />}
          <ForManagers story={story} about={about} />
          <PrintSlip story={story} />
        </>
      )}
    </div>
  );
}

function Head({ story }: { readonly story: Story }) {
  const messages = usePageMessages('voucher-history');
  const format = useFormat();
  const { sentence } = messages;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <VoucherIdentity story={story} />
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
function VoucherIdentity({ story: { voucher, sequence } }: { readonly story: Story }) {
  const messages = usePageMessages('voucher-history');
  const { value } = useFormat();
  const { check } = useMessages();
  if (voucher === null)
    return sequence === null ? null : <p className="text-neutral-9">{messages.numbered(sequence)}</p>;
  const { last4, product, remaining } = voucher;
  const parts = [
    [`··${last4}`, product].filter(Boolean).join(' '),
    sequence === null ? null : messages.numbered(sequence),
    remaining === null ? null : `${value(remaining)} ${check.left}`,
  ].filter((part) => part !== null);
  return (
    <p className="text-neutral-9 tabular-nums wrap-anywhere">
      {messages.isIt} {parts.join(' · ')}
    </p>
  );
}

/** True if the number of the card is unknown unless the user reads it from the card. */
function needsNumber({ voucher, sequence, lines }: Story, { code }: HistoryQuery): boolean {
  return code !== undefined && voucher !== null && sequence === null && !lines.some(({ what }) => what === 'issued');
}

function ForManagers({ story, about }: { readonly story: Story; readonly about: HistoryQuery }) {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  if (session?.person.role !== 'manager' || story.voucher === null) return null;
  const { sequence: _, ...voucher } = about;
  return (
    <>
      <StoryNotes story={story} />
      <Suspense>
        {slotsOf('voucherHistory').map((Part, position) => (
          <Part key={position} about={voucher} look="plain" className="justify-self-start" />
        ))}
      </Suspense>
    </>
  );
}
