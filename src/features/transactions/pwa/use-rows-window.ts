import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { scrollMap } from './scroll-map.ts';

/**
 * Number of lines rendered beyond the edge of the screen; the rendered lines change in steps of
 * this number.
 */
const ROWS_BEYOND_EDGE = 5;
const ROWS_PER_STEP = 4;
/**
 * In a list that is too high for a browser, positions are relative to every n-th line, so that
 * numbers stay small and rows keep their positions.
 */
const ANCHOR_EVERY = 1_000;
const INITIAL_WINDOW = { from: 0, to: 40, slots: slotsFor(40), anchor: 0, shiftPx: 0 };

/** The lines to render, visible ones and some on either side, and their positions. */
export interface RowsWindow {
  /** The element that scrolls. */
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly from: number;
  readonly to: number;
  /**
   * At least the number of rendered lines: lines at this distance share an element, so that
   * scrolling creates few new ones.
   */
  readonly slots: number;
  /** The height of the element inside the scrolling one. */
  readonly heightPx: number;
  /** The offset of all rows. */
  readonly shiftPx: number;
  /** The position of a row relative to `shiftPx`. */
  readonly topOf: (index: number) => number;
  /** Scrolls as little as possible to show a row. */
  readonly bring: (index: number) => void;
}

/**
 * Tracks the scrolling of a list with rows of equal height.
 *
 * A list with another name starts at its top.
 */
export function useRowsWindow(count: number, rowPx: number, name: string): RowsWindow {
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(INITIAL_WINDOW);
  const follow = useCallback(() => {
    if (ref.current !== null) {
      const now = seenOf(ref.current, count, rowPx);
      setSeen((before) => (isSame(before, now) ? before : now));
    }
  }, [count, rowPx]);
  const lastName = useRef(name);
  useLayoutEffect(() => {
    if (lastName.current !== name) ref.current?.scrollTo(0, 0);
    lastName.current = name;
    follow();
  }, [name, follow]);
  useEffect(() => {
    const list = ref.current;
    list?.addEventListener('scroll', follow, { passive: true });
    const resized = typeof ResizeObserver === 'undefined' || list === null ? null : new ResizeObserver(follow);
    if (list !== null) resized?.observe(list);
    return () => {
      list?.removeEventListener('scroll', follow);
      resized?.disconnect();
    };
  }, [follow]);
  const bring = (index: number) => {
    const list = ref.current;
    if (list === null) return;
    const { offsetAt, scrollTopFor } = scrollMap(count, rowPx, list.clientHeight);
    const above = offsetAt(list.scrollTop);
    const top = index * rowPx;
    const bottom = (index + 1) * rowPx;
    if (top < above) list.scrollTo(0, Math.floor(scrollTopFor(top)));
    else if (bottom > above + list.clientHeight) list.scrollTo(0, Math.ceil(scrollTopFor(bottom - list.clientHeight)));
  };
  return {
    ref,
    from: Math.min(seen.from, Math.max(0, count - 1)),
    to: Math.min(seen.to, count),
    slots: seen.slots,
    heightPx: scrollMap(count, rowPx, 0).height,
    shiftPx: seen.shiftPx,
    topOf: (index) => (index - seen.anchor) * rowPx,
    bring,
  };
}

function seenOf({ scrollTop, clientHeight }: HTMLElement, count: number, rowPx: number): typeof INITIAL_WINDOW {
  const map = scrollMap(count, rowPx, clientHeight);
  const above = map.offsetAt(scrollTop);
  const from = Math.max(0, Math.floor((above / rowPx - ROWS_BEYOND_EDGE) / ROWS_PER_STEP) * ROWS_PER_STEP);
  const to = Math.ceil(((above + clientHeight) / rowPx + ROWS_BEYOND_EDGE) / ROWS_PER_STEP) * ROWS_PER_STEP;
  const slots = slotsFor(clientHeight / rowPx);
  if (map.isComplete) return { from, to, slots, anchor: 0, shiftPx: 0 };
  const anchor = from - (from % ANCHOR_EVERY);
  return { from, to, slots, anchor, shiftPx: scrollTop - above + anchor * rowPx };
}

function isSame(a: typeof INITIAL_WINDOW, b: typeof INITIAL_WINDOW): boolean {
  return (Object.keys(a) as (keyof typeof a)[]).every((key) => a[key] === b[key]);
}

function slotsFor(visible: number): number {
  return Math.ceil(visible) + 2 * (ROWS_BEYOND_EDGE + ROWS_PER_STEP);
}
