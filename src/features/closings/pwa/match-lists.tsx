import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Tick } from '../../../pwa/ui/tick.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useLanguage } from '../../../pwa/words/words.tsx';
import type { OurLine, SkippedLine, TheirLine } from '../contract/match/lines.ts';
import type { MatchMemory } from '../contract/match/match-answer.ts';
import { MATCH_LISTS, type Matched, type MatchList, QUIET_LISTS } from '../contract/match/match-lists.ts';
import { SETTLED_LATE_MS } from './limits.ts';
import { isUnreadLine, MatchHead } from './match-head.tsx';
import { LineFacts } from './match-line.tsx';
import { MatchNote, type MatchNotes } from './match-note.tsx';
import type { Matching, MatchResult } from './use-match.ts';

interface MatchListsProps {
  readonly result: MatchResult;
  readonly notes: MatchMemory['notes'];
  readonly matching: Matching;
}

const PAGE = 100;
const TABS = [...MATCH_LISTS, 'skipped'] as const;
type Tab = (typeof TABS)[number];
/** Tabs that are shown even when empty. */
const ALWAYS: readonly Tab[] = ['agrees', 'differs', 'onlyHere', 'onlyThere'];

interface VisibleResults {
  /** Without a note. */
  readonly open: Matched[];
  readonly noted: Matched[];
}

/** The results in lists. Lines with a note are hidden until the user wants them. */
export function MatchLists({ result, notes, matching }: MatchListsProps) {
  const { match: messages } = usePageMessages('closings');
  const noted = useMemo(() => new Map(notes.map((note) => [note.difference, note])), [notes]);
  const lists = useMemo(() => listed(result.all, noted), [result, noted]);
  const [chosen, setChosen] = useState<Tab | null>(null);
  const open = MATCH_LISTS.find((list) => !QUIET_LISTS.includes(list) && lists[list].open.length > 0);
  const current = chosen ?? open ?? 'agrees';
  const isClean = open === undefined && !result.skipped.some(isUnreadLine);
  const { length: likely } = lists.likely.open;
  return (
    <>
      <MatchHead result={result} matching={matching} />
      {isClean &&
        (likely === 0 ? <Notice tone="done">{messages.allAgree}</Notice> : <p>{messages.allLikely(likely)}</p>)}
      <Tabs lists={lists} skipped={result.skipped.length} current={current} onShow={setChosen} />
      {current === 'skipped' ? (
        <Skipped lines={result.skipped} />
      ) : (
        <OneList key={current} name={current} list={lists[current]} notes={noted} all={result.all} />
      )}
    </>
  );
}

function listed(all: readonly Matched[], notes: MatchNotes): Readonly<Record<MatchList, VisibleResults>> {
  const empty = MATCH_LISTS.map((list): [MatchList, VisibleResults] => [list, { open: [], noted: [] }]);
  const lists = Object.fromEntries(empty) as Record<MatchList, VisibleResults>;
  for (const one of all) lists[one.list][notes.has(one.key) ? 'noted' : 'open'].push(one);
  return lists;
}

interface TabsProps {
  readonly lists: Readonly<Record<MatchList, VisibleResults>>;
  readonly skipped: number;
  readonly current: Tab;
  readonly onShow: (tab: Tab) => void;
}

function Tabs({ lists, skipped, current, onShow }: TabsProps) {
  const { match: messages } = usePageMessages('closings');
  const { language } = useLanguage();
  const number = new Intl.NumberFormat(language);
  const countOf = (tab: Tab) => (tab === 'skipped' ? skipped : lists[tab].open.length + lists[tab].noted.length);
  return (
    <div className="screen-only grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
      {TABS.filter((tab) => countOf(tab) > 0 || ALWAYS.includes(tab)).map((tab) => (
        <button
          key={tab}
          type="button"
          aria-pressed={current === tab}
          onClick={() => onShow(tab)}
          className="card grid min-h-16 gap-0.5 px-3 py-2 text-left aria-pressed:border-2 aria-pressed:border-accent"
        >
          <span className="text-label text-neutral-11">{messages.lists[tab]}</span>
          <span className="text-section font-semibold tabular-nums">{number.format(countOf(tab))}</span>
        </button>
      ))}
    </div>
  );
}

interface OneListProps {
  readonly name: MatchList;
  readonly list: VisibleResults;
  readonly notes: MatchNotes;
  readonly all: readonly Matched[];
}

function OneList({ name, list: { open, noted }, notes, all }: OneListProps) {
  const { match: messages } = usePageMessages('closings');
  const [withNoted, setWithNoted] = useState(false);
  const hints: Partial<Record<MatchList, string>> = messages.listHints;
  const hint = hints[name];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {hint !== undefined && <p className="max-w-prose text-neutral-9">{hint}</p>}
      {noted.length > 0 && (
        <>
          <p>{messages.noted(noted.length)}</p>
          <Tick checked={withNoted} onChange={({ currentTarget }) => setWithNoted(currentTarget.checked)}>
            {messages.showNoted}
          </Tick>
        </>
      )}
      <Pages items={withNoted ? [...open, ...noted] : open}>
        {(one) => <Pair key={one.key} one={one} notes={notes} all={all} />}
      </Pages>
    </div>
  );
}

function Pages<T>({ items, children }: { readonly items: readonly T[]; readonly children: (item: T) => ReactNode }) {
  const { match: messages } = usePageMessages('closings');
  const [count, setCount] = useState(PAGE);
  if (items.length === 0) return <p className="text-neutral-9">{messages.nothing}</p>;
  return (
    <>
      <ul className="grid gap-2">{items.slice(0, count).map(children)}</ul>
      {items.length > count && (
        <Button className="justify-self-start" onClick={() => setCount(count + PAGE)}>
          {messages.more}
        </Button>
      )}
    </>
  );
}

function Skipped({ lines }: { readonly lines: readonly SkippedLine[] }) {
  const { match: messages } = usePageMessages('closings');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Pages items={lines}>
        {({ line, why, text }) => (
          <li key={line} className="card p-3 wrap-anywhere tabular-nums">
            <p className="font-medium">
              {messages.lineNo(line)} · {messages.skipped[why]}
            </p>
            <p>{text}</p>
          </li>
        )}
      </Pages>
    </div>
  );
}

interface PairProps {
  readonly one: Matched;
  readonly notes: MatchNotes;
  readonly all: readonly Matched[];
}

function Pair({ one, notes, all }: PairProps) {
  const { match: messages } = usePageMessages('closings');
  const { list, own, their } = one;
  return (
    <li className="card grid gap-2 p-3 tabular-nums">
      <div className="grid gap-x-6 gap-y-2 tablet:grid-cols-2">
        <Side title={messages.here}>{own && <OurSide line={own} />}</Side>
        <Side title={messages.there}>{their && <TheirSide line={their} />}</Side>
      </div>
      {!QUIET_LISTS.includes(list) && <MatchNote key={notes.get(one.key)?.at} one={one} notes={notes} all={all} />}
    </li>
  );
}

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="text-label font-medium text-neutral-9">{title}</p>
      {children ?? <p>–</p>}
    </div>
  );
}

function OurSide({ line }: { readonly line: OurLine }) {
  const { match: messages } = usePageMessages('closings');
  const { dateTime } = useFormat();
  const { kind, at, settledAt, till, person } = line;
  const isLate = settledAt !== null && settledAt - at > SETTLED_LATE_MS;
  const settled = isLate ? messages.settled(dateTime(new Date(settledAt).toISOString())) : '';
  return <LineFacts line={line} more={[messages.kinds[kind], settled, [till, person].filter(Boolean).join(', ')]} />;
}

function TheirSide({ line }: { readonly line: TheirLine }) {
  const { match: messages } = usePageMessages('closings');
  return <LineFacts line={line} more={[line.transactionId ?? '', messages.lineNo(line.line)]} />;
}
