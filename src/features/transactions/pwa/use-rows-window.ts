import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { scrollMap } from './scroll-map.ts';

/** Lines beyond the edge of the screen that are drawn too, and steps in which the window moves. */
const BEYOND = 5;
const STEP = 4;
/**
 * In a list that is too high for a browser, places are counted from one line in so many: numbers
 * stay small, and rows stay where they are.
 */
const ANCHOR_EVERY = 1_000;
const NOTHING_SEEN = { from: 0, to: 40, slots: slotsFor(40), anchor: 0, shiftPx: 0 };

/** Which lines are drawn, those that can be seen and some on either side, and where. */
export interface RowsWindow {
  /** The element that scrolls. */
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly from: number;
  readonly to: number;
  /**
   * At least as many as are ever drawn: lines so far apart share an element, so that scrolling
   * makes few anew.
   */
  readonly slots: number;
  /** Of the element inside that which scrolls. */
  readonly heightPx: number;
  /** All rows together are moved by so much. */
  readonly shiftPx: number;
  /** Where among them a row is. */
  readonly topOf: (index: number) => number;
  /** Scrolls as little as possible so that a row is on the screen. */
  readonly bring: (index: number) => void;
}

/**
 * Follows the scrolling of a list whose rows are all of one height.
 *
 * Another list, by its name, is shown from its top.
 */
export function useRowsWindow(count: number, rowPx: number, name: string): RowsWindow {
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(NOTHING_SEEN);
  const follow = useCallback(() => {
    if (ref.current !== null) {
      const now = seenOf(ref.current, count, rowPx);
      setSeen((before) => (isSame(before, now) ? before : now));
    }
  }, [count, rowPx]);
  const shownName = useRef(name);
  useLayoutEffect(() => {
    if (shownName.current !== name) ref.current?.scrollTo(0, 0);
    shownName.current = name;
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

function seenOf({ scrollTop, clientHeight }: HTMLElement, count: number, rowPx: number): typeof NOTHING_SEEN {
  const map = scrollMap(count, rowPx, clientHeight);
  const above = map.offsetAt(scrollTop);
  const from = Math.max(0, Math.floor((above / rowPx - BEYOND) / STEP) * STEP);
  const to = Math.ceil(((above + clientHeight) / rowPx + BEYOND) / STEP) * STEP;
  const slots = slotsFor(clientHeight / rowPx);
  if (map.isWhole) return { from, to, slots, anchor: 0, shiftPx: 0 };
  const anchor = from - (from % ANCHOR_EVERY);
  return { from, to, slots, anchor, shiftPx: scrollTop - above + anchor * rowPx };
}

function isSame(a: typeof NOTHING_SEEN, b: typeof NOTHING_SEEN): boolean {
  return (Object.keys(a) as (keyof typeof a)[]).every((key) => a[key] === b[key]);
}

function slotsFor(visible: number): number {
  return Math.ceil(visible) + 2 * (BEYOND + STEP);
}
