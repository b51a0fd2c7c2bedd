import { memo, type RefObject, useLayoutEffect, useRef } from 'react';
import { shopDate } from '../../../contract/platform/shop-day.ts';
import { TRANSACTION_STATUSES } from '../../../contract/redemption/states.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { TONES } from '../../../pwa/ui/tone.ts';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { Line } from '../contract/transaction.ts';
import { COLUMNS } from './list-columns.ts';
import { type RowTexts, useRowTexts } from './texts.ts';

interface RowProps {
  readonly index: number;
  /** Undefined while it is being loaded. */
  readonly line: Line | undefined;
  readonly top: number;
  readonly height: number;
  /** The current day of the shop, `YYYY-MM-DD`: its lines show only the time of day. */
  readonly today: string;
  /** The only row in the Tab order. */
  readonly isActive: boolean;
  readonly onActive: (index: number) => void;
  readonly onOpen: (id: string) => void;
}

/**
 * The texts of a line that is being loaded.
 *
 * Its elements exist already, so that scrolling only changes texts.
 */
const EMPTY: RowTexts = { type: '', status: '', amount: '', voucher: '' };
/** A grey bar in place of a text that is being loaded. */
const BAR = 'empty:h-3 empty:max-w-24 empty:rounded-full empty:bg-neutral-4';
const TIME = 'truncate text-neutral-9 tabular-nums max-tablet:order-3 max-tablet:text-label';

export const TransactionRow = memo(RowAt);

function RowAt({ index, line, top, height, today, isActive, onActive, onOpen }: RowProps) {
  const messages = usePageMessages('transactions');
  const texts = useRowTexts();
  const { dateTime, time: timeOfDay } = useFormat();
  const shop = useShop();
  const button = useButtonOf(index);
  const timeText = (at: string) => (shopDate(Date.parse(at), shop) === today ? timeOfDay(at) : dateTime(at));
  const position = { transform: `translateY(${top}px)`, height };
  const row = line?.row;
  const { type, status, amount, voucher } = row === undefined ? EMPTY : texts(row);
  const time = row === undefined ? '' : row.at === null ? messages.noTime : timeText(row.at);
  return (
    <div role="row" aria-rowindex={index + 2} style={position} className="absolute inset-x-0 hover:bg-neutral-3">
      <div
        className={`pointer-events-none grid h-full border-b border-neutral-4 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 max-tablet:content-center group-data-stacked/list:grid-cols-[minmax(0,1fr)] group-data-stacked/list:leading-tight group-data-stacked/list:*:whitespace-normal group-data-stacked/list:*:wrap-anywhere ${COLUMNS}`}
      >
        <span role="cell" className={`${TIME} ${BAR}`}>
          {time}
        </span>
        <span role="cell" className={`truncate font-medium max-tablet:order-1 ${BAR}`}>
          {type}
        </span>
        <span role="cell" className="truncate tabular-nums max-tablet:hidden">
          {row?.cards ? '' : voucher}
        </span>
        <span
          role="cell"
          className={`truncate text-right font-semibold tabular-nums tablet:pr-3 till:pr-2 group-data-stacked/list:text-left max-tablet:order-2 ${row?.status === 'failed' ? 'line-through' : ''}`}
        >
          {row?.type === 'refund' && row.amount !== null ? `−${amount}` : amount}
        </span>
        <span role="cell" className="truncate max-tablet:hidden">
          {row?.by?.key ? messages.sheet.keyName(row.by.person ?? '') : row?.by?.person}
        </span>
        <span
          role="cell"
          className={`truncate text-label max-tablet:order-4 max-tablet:text-right group-data-stacked/list:text-left ${row === undefined ? '' : TONES[TRANSACTION_STATUSES[row.status].tone].ink}`}
        >
          <span className="tablet:hidden">{voucher} </span>
          {status}
        </span>
      </div>
      <span role="cell">
        <button
          ref={button}
          type="button"
          data-index={row && index}
          hidden={row === undefined}
          tabIndex={isActive ? 0 : -1}
          aria-label={messages.open([type, amount, voucher, time].filter(Boolean).join(', '))}
          onFocus={() => onActive(index)}
          onClick={() => row && onOpen(row.id)}
          className="absolute inset-0 -outline-offset-4"
        />
      </span>
    </div>
  );
}

/**
 * The button of a line.
 *
 * After scrolling, the same element shows another line, and must not keep the focus.
 */
function useButtonOf(index: number): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const lastIndex = useRef(index);
  useLayoutEffect(() => {
    if (lastIndex.current !== index) button.current?.blur();
    lastIndex.current = index;
  }, [index]);
  return button;
}
