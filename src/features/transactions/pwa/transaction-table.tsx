import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { shopDate } from '../../../contract/platform/shop-day.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { SORT_KEYS, type Sort, type SortKey } from '../contract/transaction-list.ts';
import { FAINT } from './faint.ts';
import { COLUMNS } from './list-columns.ts';
import { TransactionRow } from './transaction-row.tsx';
import type { LineList } from './use-lines.ts';
import type { RowsWindow } from './use-rows-window.ts';

/** Largest height of the list; a longer list scrolls on its own. */
const HIGHEST = 'min(70dvh, 52rem)';

interface TableProps {
  readonly list: LineList;
  readonly rowPx: number;
  /** The texts of each row are stacked. */
  readonly isStacked: boolean;
  readonly sort: Sort;
  readonly isFiltered: boolean;
  readonly onSort: (sort: Sort) => void;
  readonly onOpen: (id: string) => void;
}

/**
 * The list, which renders only visible rows.
 *
 * Arrow keys move, Enter opens.
 */
export function TransactionTable({ list, rowPx, isStacked, sort, isFiltered, onSort, onOpen }: TableProps) {
  const today = shopDate(useNow(30_000), useShop());
  const messages = usePageMessages('transactions');
  const { window, count, totals, isBusy, isOld } = list;
  const { ref, from, to, slots, heightPx: height, shiftPx } = window;
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  const { active, setActive } = useRoving(window, count, rowPx);
  const isEmpty = totals !== null && count === 0;
  return (
    <div
      role="table"
      aria-busy={isBusy}
      aria-label={messages.title}
      aria-rowcount={totals === null ? -1 : count + 1}
      data-stacked={isStacked || undefined}
      className="group/list card overflow-hidden"
    >
      <div role="rowgroup" className="border-b border-neutral-4 bg-neutral-3 max-tablet:hidden">
        <div role="row" aria-rowindex={1} className={`grid px-4 ${COLUMNS}`}>
          {SORT_KEYS.map((key) => (
            <Heading key={key} of={key} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      <div
        ref={ref}
        role="rowgroup"
        tabIndex={-1}
        style={{ height: totals === null ? HIGHEST : `min(${HIGHEST}, max(12rem, ${height}px))` }}
        className="relative overflow-y-auto overscroll-contain outline-none"
      >
        <div role="presentation" className={`relative overflow-hidden ${isOld ? FAINT : ''}`} style={{ height }}>
          <div role="presentation" style={{ transform: `translateY(${shiftPx}px)` }}>
            {indexes.map((index) => (
              <TransactionRow
                key={index % slots}
                index={index}
                line={list.at(index)}
                top={window.topOf(index)}
                height={rowPx}
                today={today}
                isActive={index === active}
                onActive={setActive}
                onOpen={onOpen}
              />
            ))}
          </div>
        </div>
        {to <= from && <NoRows totals={totals} isEmpty={isEmpty} isFiltered={isFiltered} />}
      </div>
    </div>
  );
}

interface NoRowsProps extends Pick<TableProps, 'isFiltered'>, Pick<LineList, 'totals'> {
  readonly isEmpty: boolean;
}

/** Shown while there are no lines, or they are being loaded. */
function NoRows({ totals, isEmpty, isFiltered }: NoRowsProps) {
  const { common } = useMessages();
  const messages = usePageMessages('transactions');
  return (
    <div role="row">
      {isEmpty ? (
        <p role="cell" className="px-4 py-12 text-center text-neutral-9">
          {isFiltered && totals !== null && totals.rows > 0 ? messages.nothingFits : messages.nothing}
        </p>
      ) : (
        <span role="cell" className="spoken">
          {common.loading}
        </span>
      )}
    </div>
  );
}

function Heading({
  of: key,
  sort,
  onSort,
}: {
  readonly of: SortKey;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}) {
  const { columns } = usePageMessages('transactions');
  const isChosen = sort.key === key;
  const Icon = sort.down ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      aria-sort={isChosen ? (sort.down ? 'descending' : 'ascending') : 'none'}
      className={key === 'amount' ? 'text-right tablet:pr-3 till:pr-2' : ''}
    >
      <button
        type="button"
        onClick={() => onSort(isChosen ? { key, down: !sort.down } : firstSort(key))}
        className="inline-flex min-h-12 min-w-12 items-center gap-0.5 text-label font-semibold text-neutral-11"
      >
        {columns[key]}
        {isChosen && <Icon aria-hidden strokeWidth={1.75} size={16} />}
      </button>
    </div>
  );
}

/** Times and amounts begin with the newest or largest. */
const firstSort = (key: SortKey): Sort => ({ key, down: key === 'at' || key === 'amount' });

interface SortChoiceProps extends Pick<TableProps, 'sort' | 'onSort'> {
  /** False in a list of one person. */
  readonly hasNames: boolean;
}

/** On a phone, the headings as a menu. */
export function SortChoice({ hasNames, sort, onSort }: SortChoiceProps) {
  const { columns, sortBy, reverse } = usePageMessages('transactions');
  const Icon = sort.down ? ArrowDown : ArrowUp;
  return (
    <div className="flex items-center gap-2 tablet:hidden">
      <Select
        label={sortBy}
        labelled="beside"
        className="flex-1"
        value={sort.key}
        onChoose={(key) => onSort(firstSort(SORT_KEYS.find((one) => one === key) ?? 'at'))}
      >
        {SORT_KEYS.filter((key) => hasNames || key !== 'person').map((key) => (
          <option key={key} value={key}>
            {columns[key]}
          </option>
        ))}
      </Select>
      <Button aria-label={reverse} title={reverse} onClick={() => onSort({ ...sort, down: !sort.down })}>
        <Icon aria-hidden strokeWidth={1.75} size={20} />
      </Button>
    </div>
  );
}

/**
 * One row is in the Tab order; arrows, Page keys, Home and End move to the others.
 *
 * While the row is being loaded, the list itself has the focus.
 */
function useRoving({ ref, from, to, bring }: RowsWindow, count: number, rowPx: number) {
  const [chosen, setActive] = useState(0);
  const isMoving = useRef(false);
  const active = Math.min(Math.max(chosen, from), Math.max(from, to - 1));
  useEffect(() => {
    const list = ref.current;
    if (!isMoving.current || list === null) return;
    const button = list.querySelector<HTMLElement>(`[data-index="${chosen}"]`);
    const isElsewhere = document.activeElement !== document.body && !list.contains(document.activeElement);
    if (button === null && !isElsewhere) return;
    isMoving.current = false;
    if (!isElsewhere) button?.focus({ preventScroll: true });
  });
  const move = useEffectEvent((event: KeyboardEvent, list: HTMLElement) => {
    const page = Math.max(1, Math.floor(list.clientHeight / rowPx) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -count,
      End: count,
    };
    const step = steps[event.key];
    if (step === undefined || count === 0) return;
    event.preventDefault();
    const next = Math.min(count - 1, Math.max(0, (isMoving.current ? chosen : active) + step));
    isMoving.current = true;
    setActive(next);
    bring(next);
    if (list.querySelector(`[data-index="${next}"]`) === null) list.focus({ preventScroll: true });
  });
  useEffect(() => {
    const list = ref.current;
    const listen = (event: KeyboardEvent) => list && move(event, list);
    list?.addEventListener('keydown', listen);
    return () => list?.removeEventListener('keydown', listen);
  }, [ref]);
  return { active, setActive };
}
