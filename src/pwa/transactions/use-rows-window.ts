import { type RefObject, useEffect, useRef, useState } from 'react';

/** Lines beyond the edge of the screen that are drawn too, and steps in which the window moves. */
const BEYOND = 5;
const STEP = 4;

/** Which lines are drawn: those that can be seen, and some on either side. */
export interface RowsWindow {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly from: number;
  readonly to: number;
  /** At least as many as are ever drawn: lines so far apart share an element, so that scrolling makes few anew. */
  readonly slots: number;
}

/** Follows the scrolling of a list whose rows are all of one height. */
export function useRowsWindow(count: number, rowPx: number): RowsWindow {
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ from: 0, to: 40, slots: slotsFor(40) });
  useEffect(() => {
    const list = ref.current;
    if (list === null) return undefined;
    const follow = () => {
      const from = Math.max(0, Math.floor((list.scrollTop / rowPx - BEYOND) / STEP) * STEP);
      const to = Math.ceil(((list.scrollTop + list.clientHeight) / rowPx + BEYOND) / STEP) * STEP;
      const slots = slotsFor(list.clientHeight / rowPx);
      setSeen((before) => (before.from === from && before.to === to && before.slots === slots ? before : { from, to, slots }));
    };
    follow();
    list.addEventListener('scroll', follow, { passive: true });
    const resized = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(follow);
    resized?.observe(list);
    return () => {
      list.removeEventListener('scroll', follow);
      resized?.disconnect();
    };
  }, [rowPx]);
  return { ref, from: Math.min(seen.from, Math.max(0, count - 1)), to: Math.min(seen.to, count), slots: seen.slots };
}

function slotsFor(visible: number): number {
  return Math.ceil(visible) + 2 * (BEYOND + STEP);
}
