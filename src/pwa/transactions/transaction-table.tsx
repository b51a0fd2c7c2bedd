import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { usePageWords } from '../words/page-words.ts';
import type { Desk, View } from './desk.ts';
import { COLUMNS } from './list-columns.ts';
import { SORT_KEYS, type Sort, type SortKey } from './sort.ts';
import { TransactionRow } from './transaction-row.tsx';
import { useIsWide } from './use-is-wide.ts';
import { useRowsWindow } from './use-rows-window.ts';

/** Rows are of one height, so that a hundred thousand of them need no measuring; on a phone each has two lines. */
const ROW_PX = { wide: 48, narrow: 72 };

interface TableProps {
  readonly view: View;
  readonly desk: Desk;
  readonly sort: Sort;
  readonly isFiltered: boolean;
  readonly onSort: (sort: Sort) => void;
  readonly onOpen: (id: string) => void;
}

/** The list: only the rows that can be seen are drawn, however many there are. Arrows move, Enter opens. */
export function TransactionTable({ view, desk, sort, isFiltered, onSort, onOpen }: TableProps) {
  const words = usePageWords('transactions');
  const isWide = useIsWide();
  const rowPx = isWide ? ROW_PX.wide : ROW_PX.narrow;
  const count = view.state?.lines ?? 0;
  const { ref, from, to, slots } = useRowsWindow(count, rowPx);
  useEffect(() => desk.window(from, Math.max(to, from + 1)), [desk, from, to]);
  const { active, setActive, onKeyDown } = useRoving(ref, count, rowPx);
  const isReading = view.state?.reading === 'reading' || view.state?.reading === 'waiting';
  const sortAnew = (next: Sort) => {
    ref.current?.scrollTo({ top: 0 });
    onSort(next);
  };
  return (
    <div role="table" aria-busy={isReading} aria-label={words.title} aria-rowcount={count + 1} className="card overflow-hidden">
      <div role="rowgroup" className="border-b border-neutral-4 bg-neutral-3">
        <div role="row" aria-rowindex={1} className={`flex overflow-x-auto px-1 tablet:grid tablet:px-4 ${COLUMNS}`}>
          {SORT_KEYS.map((key) => (
            <Heading key={key} of={key} sort={sort} onSort={sortAnew} />
          ))}
        </div>
      </div>
      <div ref={ref} role="rowgroup" className="relative h-[min(70dvh,52rem)] overflow-y-auto overscroll-contain">
        <div role="presentation" style={{ height: count * rowPx }}>
          {Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset).map((index) => (
            <TransactionRow
              key={index % slots}
              index={index}
              line={view.lines[index - view.from]}
              top={index * rowPx}
              height={rowPx}
              isActive={index === Math.min(active, count - 1)}
              onActive={setActive}
              onKeyDown={onKeyDown}
              onOpen={onOpen}
            />
          ))}
        </div>
        {count === 0 && view.state !== null && !isReading && (
          <p className="px-4 py-12 text-center text-section text-neutral-9">
            {isFiltered && view.state.rows > 0 ? words.nothingFits : words.nothing}
          </p>
        )}
      </div>
    </div>
  );
}

function Heading({ of: key, sort, onSort }: { readonly of: SortKey; readonly sort: Sort; readonly onSort: (sort: Sort) => void }) {
  const { columns } = usePageWords('transactions');
  const isChosen = sort.key === key;
  const Icon = sort.down ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      aria-sort={isChosen ? (sort.down ? 'descending' : 'ascending') : 'none'}
      className={key === 'amount' ? 'tablet:text-right' : ''}
    >
      <button
        type="button"
        onClick={() => onSort({ key, down: isChosen ? !sort.down : key === 'at' || key === 'amount' })}
        className="inline-flex min-h-12 min-w-12 items-center gap-1 px-2 text-label font-semibold text-neutral-11 tablet:px-0"
      >
        {columns[key]}
        {isChosen && <Icon aria-hidden strokeWidth={1.75} size={16} />}
      </button>
    </div>
  );
}

/** One row of the list can be reached with Tab; arrows, Page and Home and End move to the others. */
function useRoving(ref: { readonly current: HTMLDivElement | null }, count: number, rowPx: number) {
  const [active, setActive] = useState(0);
  const isMoving = useRef(false);
  useEffect(() => {
    if (!isMoving.current) return;
    const button = ref.current?.querySelector<HTMLElement>(`[data-index="${active}"]`);
    if (button == null) return;
    button.focus({ preventScroll: true });
    isMoving.current = false;
  });
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const list = ref.current;
      if (list === null) return;
      const page = Math.max(1, Math.floor(list.clientHeight / rowPx) - 1);
      const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count };
      const step = steps[event.key];
      if (step === undefined || count === 0) return;
      event.preventDefault();
      const next = Math.min(count - 1, Math.max(0, active + step));
      isMoving.current = true;
      setActive(next);
      const [top, bottom] = [next * rowPx, (next + 1) * rowPx];
      if (top < list.scrollTop) list.scrollTo({ top });
      else if (bottom > list.scrollTop + list.clientHeight) list.scrollTo({ top: bottom - list.clientHeight });
    },
    [ref, count, rowPx, active],
  );
  return { active, setActive, onKeyDown };
}
