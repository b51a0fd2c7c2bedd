import { shopMoment } from '../../../contract/platform/shop-day.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { Story } from '../contract/story.ts';
import type { StoryOnScreen } from './use-story.ts';

const DAY_MS = 24 * 60 * 60_000;
const STEPS_MS = [7 * DAY_MS, 31 * DAY_MS, 400 * DAY_MS] as const;

/** How far the history reaches back, with a button to read more, and its limits. */
export function HistoryReach({ told, story }: { readonly told: StoryOnScreen; readonly story: Story }) {
  const messages = usePageMessages('voucher-history');
  const { dateTime } = useFormat();
  const { completeSince, completeUntil, voucher } = story;
  if (voucher === null) return null;
  return (
    <section aria-label={messages.reach} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="text-label text-neutral-9">
        {completeSince !== null && completeUntil !== null
          ? messages.complete(dateTime(completeSince), dateTime(completeUntil))
          : messages.incomplete}{' '}
        {messages.otherMerchants}
      </p>
      {told.readingTo === null ? (
        <ReadBack told={told} story={story} />
      ) : (
        <Reading told={told} to={told.readingTo} story={story} />
      )}
    </section>
  );
}

function ReadBack({ told, story: { more, explained } }: { readonly told: StoryOnScreen; readonly story: Story }) {
  const messages = usePageMessages('voucher-history');
  const { day } = useFormat();
  const { timeZone } = useShop();
  const now = useNow(60_000);
  if (more === null || explained) return null;
  const before = Date.parse(more.before);
  const to = STEPS_MS.map((ms) => now - ms).find((target) => target < before - DAY_MS);
  if (to === undefined) return null;
  return (
    <Button className="justify-self-start" onClick={() => told.readBack(to)}>
      {messages.readBack(day(shopMoment(to, timeZone).date))}
    </Button>
  );
}

function Reading({
  told,
  to,
  story: { more },
}: {
  readonly told: StoryOnScreen;
  readonly to: number;
  readonly story: Story;
}) {
  const messages = usePageMessages('voucher-history');
  const { dateTime } = useFormat();
  const now = useNow(60_000);
  const before = more === null ? to : Date.parse(more.before);
  const share = Math.min(1, Math.max(0, (now - before) / Math.max(1, now - to)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p role="status" className="tabular-nums">
        {messages.readingBack(dateTime(new Date(before).toISOString()))}
      </p>
      <progress className="progress h-2 w-full" aria-label={messages.readBackProgress} value={share} max={1} />
      <Button className="justify-self-start" onClick={told.stop}>
        {messages.stop}
      </Button>
    </div>
  );
}
