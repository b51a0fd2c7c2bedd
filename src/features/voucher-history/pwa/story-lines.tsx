import { useState } from 'react';
import { Link } from 'wouter';
import { isItems, type VoucherValue } from '../../../contract/money/money.ts';
import { addressOfTransaction } from '../../../pwa/shell/addresses.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Technical } from '../../../pwa/ui/technical.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Story, StoryLine } from '../contract/story.ts';
import { describeShop } from '../contract/story-sentence.ts';
import { foldStoryLines, type StoryRow } from './fold-lines.ts';
import { STORY_LINES_SOON_MS } from './limits.ts';
import { NameShop } from './name-shop.tsx';

/** All events of the voucher, oldest first, and unexplained changes. */
export function StoryLines({ story }: { readonly story: Story }) {
  const messages = usePageMessages('voucher-history');
  const { value } = useFormat();
  const { lines, unexplained, surplus } = story;
  if (lines.length === 0 && unexplained === null) return null;
  return (
    <section aria-label={messages.lines} className="grid grid-cols-[minmax(0,1fr)]">
      <ol className="grid grid-cols-[minmax(0,1fr)] divide-y divide-neutral-4 border-y border-neutral-4">
        {foldStoryLines(lines).map((shown, index) => (
          // The key can be the index, because lines are only added together, by reading further
          // back.
          <li key={index} className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2">
            <Line shown={shown} />
          </li>
        ))}
        {unexplained !== null && (
          <li className="bg-attention-tint px-2 py-2 font-medium text-attention-ink">
            {(surplus ? messages.surplusLine : messages.unexplainedLine)(value(unexplained))}
          </li>
        )}
      </ol>
    </section>
  );
}

function Line({ shown: { line, times, since } }: { readonly shown: StoryRow }) {
  const messages = usePageMessages('voucher-history');
  const { value, inYear, time } = useFormat();
  const { check } = useMessages();
  const now = useNow(60_000);
  const { what, at, cards, left } = line;
  const from = inYear(since, now);
  const to = inYear(at, now);
  const named = times > 1 ? messages.checkedTimes(times) : messages.events[what];
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 font-medium wrap-anywhere">
          {messages.eventAt(named, describeShop(line, messages.sentence))}
          {cards !== undefined && ` · ${messages.cards(cards.start, cards.end)}`}
        </p>
        {what !== 'checked' && line.worth !== null && <MovedAmount what={what} worth={line.worth} />}
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 text-label text-neutral-9 tabular-nums">
        <time dateTime={at}>{from === to ? from : messages.between(from, isSoon(since, at) ? time(at) : to)}</time>
        {left !== null && what !== 'checked' && (
          <span>
            {value(left)} {check.left}
          </span>
        )}
      </div>
      <More line={line} />
    </>
  );
}

const isSoon = (since: string, at: string) => Date.parse(at) - Date.parse(since) < STORY_LINES_SOON_MS;

/** The amount used or returned, with a sign and a text. */
function MovedAmount({ what, worth: moved }: { readonly what: StoryLine['what']; readonly worth: VoucherValue }) {
  const { value } = useFormat();
  const sign = what === 'redeemed' ? '−' : what === 'refunded' ? '+' : '';
  return (
    <span className="ml-auto font-semibold whitespace-nowrap tabular-nums">
      {sign}
      {isItems(moved) ? ' ' : ''}
      {value(moved)}
    </span>
  );
}

/** Details of a line for managers, and for stock staff on their own cards. */
function More({ line }: { readonly line: StoryLine }) {
  const messages = usePageMessages('voucher-history');
  const { labelled, receipt, registers } = useMessages();
  const [isNaming, setNaming] = useState(false);
  const {
    person = null,
    device = null,
    receiptNo = null,
    entry = null,
    transactionId = null,
    mid = '',
    own,
    shop,
    what,
  } = line;
  const id = what === 'checked' ? null : transactionId;
  const isUnnamed = mid !== '' && shop === null && !own;
  const details = [
    person === null ? null : receipt.by(person, device ?? ''),
    receiptNo === null ? null : `${registers.receiptNo} ${receiptNo}`,
    entry === null ? null : labelled(registers.entry, registers.entries[entry]),
    isUnnamed ? messages.unnamed(mid) : null,
  ].filter((part) => part !== null);
  const hasDetails = details.length > 0 || id !== null;
  if (!hasDetails) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 text-label wrap-anywhere text-neutral-10">
      {details.length > 0 && <p>{details.join(' · ')}</p>}
      <Evidence line={line} />
      <div className="flex flex-wrap items-center gap-x-2">
        {id !== null && (
          <span className="min-w-0 break-all">
            <Technical>{id}</Technical>
          </span>
        )}
        {own && id !== null && (
          <Link href={addressOfTransaction(id)} className="inline-flex min-h-12 items-center underline">
            {messages.openRow}
          </Link>
        )}
        {isUnnamed && !isNaming && (
          <Button variant="quiet" onClick={() => setNaming(true)}>
            {messages.nameShop}
          </Button>
        )}
      </div>
      {isNaming && <NameShop mid={mid} onNamed={() => setNaming(false)} />}
    </div>
  );
}

/** The evidence for an outcome, if the issuer's answer alone did not prove it. */
function Evidence({ line: { evidence = [] } }: { readonly line: StoryLine }) {
  const attention = usePageMessages('attention');
  const { dateTime } = useFormat();
  if (evidence.length === 0) return null;
  return (
    <ul className="border-l-2 border-neutral-5 pl-3">
      {evidence.map(({ at, code, detail }, index) => (
        // Lines are only appended.
        <li key={index}>
          <time dateTime={at}>{dateTime(at)}</time> {attention.evidence[code]}{' '}
          {detail !== null && <Technical>{detail}</Technical>}
        </li>
      ))}
    </ul>
  );
}
