import { type ReactNode, useMemo, useState } from 'react';
import { differenceOf } from '../../contract/match/lay-beside.ts';
import type { OurLine, TheirLine } from '../../contract/match/lines.ts';
import type { MatchMemory } from '../../contract/match/match-answer.ts';
import { MATCH_LISTS, type Matched, type MatchList } from '../../contract/match/match-terms.ts';
import { shopDate } from '../../contract/shop-day.ts';
import { maskRef } from '../../contract/voucher.ts';
import { useShop } from '../shell/use-session.ts';
import { useAmountText } from '../transactions/texts.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Tick } from '../ui/tick.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useLanguage } from '../words/words.tsx';
import { MatchNote } from './match-note.tsx';
import type { Matching, MatchResult } from './use-match.ts';

type Notes = MatchMemory['notes'];

interface MatchListsProps {
  readonly result: MatchResult;
  readonly notes: Notes;
  readonly matching: Matching;
}

/** So many lines are drawn at once. */
const PAGE = 100;

/** What was found, a list at a time; what has a note is left out until somebody wants it. */
export function MatchLists({ result, notes, matching }: MatchListsProps) {
  const { match: words } = usePageWords('closings');
  const noted = useMemo(() => new Map(notes.map((note) => [note.difference, note])), [notes]);
  const lists = useMemo(() => listed(result.all, noted), [result, noted]);
  const [chosen, setChosen] = useState<MatchList | null>(null);
  const shown = chosen ?? firstOpen(lists);
  const isClean = MATCH_LISTS.every(
    (list) => list === 'agrees' || list === 'otherShop' || lists[list].open.length === 0,
  );
  return (
    <>
      <Head result={result} matching={matching} />
      <Unread result={result} />
      {isClean && result.unread.length === 0 && <Notice tone="done">{words.allAgree}</Notice>}
      <Tabs lists={lists} shown={shown} onShow={setChosen} />
      <OneList key={shown} list={lists[shown]} notes={noted} />
    </>
  );
}

interface Listed {
  /** Without a note. */
  readonly open: readonly Matched[];
  readonly noted: readonly Matched[];
}

function listed(all: readonly Matched[], notes: ReadonlyMap<string, unknown>): Readonly<Record<MatchList, Listed>> {
  const lists = Object.fromEntries(MATCH_LISTS.map((list) => [list, { open: [], noted: [] }])) as unknown as Record<
    MatchList,
    { open: Matched[]; noted: Matched[] }
  >;
  for (const one of all) lists[one.list][notes.has(differenceOf(one)) ? 'noted' : 'open'].push(one);
  return lists;
}

/** The first list that somebody has to look at. */
function firstOpen(lists: Readonly<Record<MatchList, Listed>>): MatchList {
  const wanted: readonly MatchList[] = ['differs', 'onlyHere', 'onlyThere', 'twice'];
  return wanted.find((list) => lists[list].open.length > 0) ?? 'agrees';
}

function Head({ result, matching }: { readonly result: MatchResult; readonly matching: Matching }) {
  const { match: words } = usePageWords('closings');
  const shop = useShop();
  const { from, to } = result.period;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h2 className="text-section font-semibold wrap-anywhere">{result.list.name}</h2>
        <p className="text-neutral-9 tabular-nums">{words.ofDays(shopDate(from, shop), shopDate(to, shop))}</p>
      </div>
      <div className="screen-only flex flex-wrap gap-2">
        <Button onClick={() => matching.changeColumns(result)}>{words.change}</Button>
        <Button onClick={matching.stop}>{words.another}</Button>
      </div>
    </div>
  );
}

function Unread({ result: { unread } }: { readonly result: MatchResult }) {
  const { match: words } = usePageWords('closings');
  if (unread.length === 0) return null;
  const lines = unread.slice(0, UNREAD_NAMED).map(({ line }) => line);
  const more = unread.length > lines.length ? ', …' : '';
  return (
    <Notice tone="attention">
      {words.unread(unread.length)} {words.unreadLines(`${lines.join(', ')}${more}`)}
    </Notice>
  );
}

const UNREAD_NAMED = 10;

interface TabsProps {
  readonly lists: Readonly<Record<MatchList, Listed>>;
  readonly shown: MatchList;
  readonly onShow: (list: MatchList) => void;
}

function Tabs({ lists, shown, onShow }: TabsProps) {
  const { match: words } = usePageWords('closings');
  const { language } = useLanguage();
  const number = new Intl.NumberFormat(language);
  return (
    <div className="screen-only grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
      {MATCH_LISTS.map((list) => (
        <button
          key={list}
          type="button"
          aria-pressed={shown === list}
          onClick={() => onShow(list)}
          className="card grid min-h-16 gap-0.5 px-3 py-2 text-left aria-pressed:border-2 aria-pressed:border-accent"
        >
          <span className="text-label text-neutral-11">{words.lists[list]}</span>
          <span className="text-section font-semibold tabular-nums">
            {number.format(lists[list].open.length + lists[list].noted.length)}
          </span>
        </button>
      ))}
    </div>
  );
}

interface OneListProps {
  readonly list: Listed;
  readonly notes: ReadonlyMap<string, Notes[number]>;
}

function OneList({ list: { open, noted }, notes }: OneListProps) {
  const { match: words } = usePageWords('closings');
  const [count, setCount] = useState(PAGE);
  const [withNoted, setWithNoted] = useState(false);
  const all = withNoted ? [...open, ...noted] : open;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {noted.length > 0 && (
        <>
          <p>{words.noted(noted.length)}</p>
          <Tick checked={withNoted} onChange={({ currentTarget }) => setWithNoted(currentTarget.checked)}>
            {words.showNoted}
          </Tick>
        </>
      )}
      {all.length === 0 && <p className="text-neutral-9">{words.nothing}</p>}
      <ul className="grid gap-2">
        {all.slice(0, count).map((one, index) => (
          <Pair key={`${index} ${differenceOf(one)}`} one={one} note={notes.get(differenceOf(one)) ?? null} />
        ))}
      </ul>
      {all.length > count && (
        <Button className="justify-self-start" onClick={() => setCount(count + PAGE)}>
          {words.more}
        </Button>
      )}
    </div>
  );
}

function Pair({ one, note }: { readonly one: Matched; readonly note: Notes[number] | null }) {
  const { match: words } = usePageWords('closings');
  const difference = differenceOf(one);
  return (
    <li className="card grid gap-2 p-3 tabular-nums">
      <div className="grid gap-x-6 gap-y-2 tablet:grid-cols-2">
        <Side title={words.here}>
          {one.ours.map((line) => (
            <Ours key={line.id} line={line} />
          ))}
        </Side>
        <Side title={words.there}>
          {one.theirs.map((line) => (
            <Theirs key={line.line} line={line} />
          ))}
        </Side>
      </div>
      {difference !== '' && <MatchNote key={note?.at} difference={difference} note={note} />}
    </li>
  );
}

function Side({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  return (
    <div className="min-w-0">
      <p className="text-label font-medium text-neutral-9">{title}</p>
      {children.length === 0 ? <p>–</p> : children}
    </div>
  );
}

function Ours({ line }: { readonly line: OurLine }) {
  const { match: words } = usePageWords('closings');
  const { kind, till, person } = line;
  return <Facts line={line} more={[words.kinds[kind], [till, person].filter(Boolean).join(', ')]} />;
}

function Theirs({ line }: { readonly line: TheirLine }) {
  const { match: words } = usePageWords('closings');
  return <Facts line={line} more={[words.lineNo(line.line), line.shop ?? '']} />;
}

type Both = Pick<OurLine, 'amount' | 'currency' | 'at' | 'receiptNo' | 'last4'>;

function Facts({ line, more }: { readonly line: Both; readonly more: readonly string[] }) {
  const amountText = useAmountText();
  const { dateTime } = useFormat();
  const { amount, currency, at, receiptNo, last4 } = line;
  const facts = [
    at === null ? '' : dateTime(new Date(at).toISOString()),
    last4 === null ? '' : maskRef(last4),
    receiptNo ?? '',
    ...more,
  ];
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0 wrap-anywhere">{facts.filter(Boolean).join(' · ')}</span>
      <span className="font-semibold whitespace-nowrap">{amountText(amount, currency)}</span>
    </div>
  );
}
