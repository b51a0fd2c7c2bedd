import { useState } from 'react';
import { Link } from 'wouter';
import { isItems, type VoucherValue } from '../../../contract/money/money.ts';
import { addressOfTransaction } from '../../../pwa/shell/addresses.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Technical } from '../../../pwa/ui/technical.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import type { Story, StoryLine } from '../contract/story.ts';
import { describeShop } from '../contract/story-sentence.ts';
import { foldStoryLines, type ShownStoryLine } from './fold-lines.ts';
import { NameShop } from './name-shop.tsx';

/** All events of the voucher, oldest first, and unexplained changes. */
export function StoryLines({ story }: { readonly story: Story }) {
  const words = usePageWords('voucher-history');
  const { worth } = useFormat();
  const { lines, unexplained, surplus } = story;
  if (lines.length === 0 && unexplained === null) return null;
  return (
    <section aria-label={words.lines} className="grid grid-cols-[minmax(0,1fr)]">
      <ol className="grid grid-cols-[minmax(0,1fr)] divide-y divide-neutral-4 border-y border-neutral-4">
        {foldStoryLines(lines).map((shown, index) => (
          // Lines are inserted only by reading further back, all at once.
          <li key={index} className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2">
            <Line shown={shown} />
          </li>
        ))}
        {unexplained !== null && (
          <li className="bg-attention-tint px-2 py-2 font-medium text-attention-ink">
            {(surplus ? words.surplusLine : words.unexplainedLine)(worth(unexplained))}
          </li>
        )}
      </ol>
    </section>
  );
}

function Line({ shown: { line, times, since } }: { readonly shown: ShownStoryLine }) {
  const words = usePageWords('voucher-history');
  const { worth, inYear, time } = useFormat();
  const { check } = useWords();
  const now = useNow(60_000);
  const { what, at, cards, left } = line;
  const from = inYear(since, now);
  const to = inYear(at, now);
  const named = times > 1 ? words.checkedTimes(times) : words.events[what];
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 font-medium wrap-anywhere">
          {words.eventAt(named, describeShop(line, words.sentence))}
          {cards !== undefined && ` · ${words.cards(cards.start, cards.end)}`}
        </p>
        {what !== 'checked' && line.worth !== null && <Moved what={what} worth={line.worth} />}
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 text-label text-neutral-9 tabular-nums">
        <time dateTime={at}>{from === to ? from : words.between(from, isSoon(since, at) ? time(at) : to)}</time>
        {left !== null && what !== 'checked' && (
          <span>
            {worth(left)} {check.left}
          </span>
        )}
      </div>
      <More line={line} />
    </>
  );
}

/** Within this time, a time of day is unambiguous. */
const SOON_MS = 12 * 60 * 60_000;
const isSoon = (since: string, at: string) => Date.parse(at) - Date.parse(since) < SOON_MS;

/** How much was used, or came back: a sign says which, and words around it do, too. */
function Moved({ what, worth: moved }: { readonly what: StoryLine['what']; readonly worth: VoucherValue }) {
  const { worth } = useFormat();
  const sign = what === 'redeemed' ? '−' : what === 'refunded' ? '+' : '';
  return (
    <span className="ml-auto font-semibold whitespace-nowrap tabular-nums">
      {sign}
      {isItems(moved) ? ' ' : ''}
      {worth(moved)}
    </span>
  );
}

/** Details of a line for managers, and for stock staff on their own cards. */
function More({ line }: { readonly line: StoryLine }) {
  const words = usePageWords('voucher-history');
  const { labelled, receipt, registers } = useWords();
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
  const said = [
    person === null ? null : receipt.by(person, device ?? ''),
    receiptNo === null ? null : `${registers.receiptNo} ${receiptNo}`,
    entry === null ? null : labelled(registers.entry, registers.entries[entry]),
    isUnnamed ? words.unnamed(mid) : null,
  ].filter((part) => part !== null);
  const isKnown = said.length > 0 || id !== null;
  if (!isKnown) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 text-label wrap-anywhere text-neutral-10">
      {said.length > 0 && <p>{said.join(' · ')}</p>}
      <Evidence line={line} />
      <div className="flex flex-wrap items-center gap-x-2">
        {id !== null && (
          <span className="min-w-0 break-all">
            <Technical>{id}</Technical>
          </span>
        )}
        {own && id !== null && (
          <Link href={addressOfTransaction(id)} className="inline-flex min-h-12 items-center underline">
            {words.openRow}
          </Link>
        )}
        {isUnnamed && !isNaming && (
          <Button look="quiet" onClick={() => setNaming(true)}>
            {words.nameShop}
          </Button>
        )}
      </div>
      {isNaming && <NameShop mid={mid} onNamed={() => setNaming(false)} />}
    </div>
  );
}

/** The evidence for an outcome, if it took more than an answer. */
function Evidence({ line: { evidence = [] } }: { readonly line: StoryLine }) {
  const attention = usePageWords('attention');
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
