import { HEIGHT_PX_MAX } from './limits.ts';

/** The scroll position of a list and the visible part of its rows. All numbers are pixels. */
export interface ScrollMap {
  /** The height of the scrolled element. */
  readonly height: number;
  /** True if the element is as high as its rows, so that both scroll equally. */
  readonly isComplete: boolean;
  /** The height of the rows above the upper edge at this scroll position. */
  offsetAt(scrollTop: number): number;
  /** The inverse of `offsetAt`. */
  scrollTopFor(offset: number): number;
}

/**
 * Maps the scroll range of an element to its `count` rows, whose total height may exceed the
 * largest height of an element.
 */
export function scrollMap(count: number, rowPx: number, viewPx: number): ScrollMap {
  const fullPx = count * rowPx;
  const height = Math.min(fullPx, HEIGHT_PX_MAX);
  const range = Math.max(0, height - viewPx);
  const fullRange = Math.max(0, fullPx - viewPx);
  const factor = range === 0 ? 1 : fullRange / range;
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  return {
    height,
    isComplete: height === fullPx,
    offsetAt: (scrollTop) => within(scrollTop, range) * factor,
    scrollTopFor: (offset) => within(offset, fullRange) / factor,
  };
}
