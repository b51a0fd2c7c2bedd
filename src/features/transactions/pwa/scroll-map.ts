/**
 * Browsers draw no element that is much higher: Firefox ends at 17.9 million pixels, Chromium at 33
 * million.
 */
const HEIGHT_PX_MAX = 15_000_000;

/** How far a list is scrolled, and what of it is then seen. All numbers are pixels. */
export interface ScrollMap {
  /** Of the element that is scrolled. */
  readonly height: number;
  /** Whether the element is as high as its rows, so that what is scrolled is what passes by. */
  readonly isWhole: boolean;
  /** What of the rows lies above the upper edge, where the element is scrolled so far. */
  offsetAt(scrollTop: number): number;
  /** The opposite. */
  scrollTopFor(offset: number): number;
}

/**
 * Maps the scrolling of an element that may be lower than its `count` rows are together: the whole
 * way of the one is the whole way of the other.
 */
export function scrollMap(count: number, rowPx: number, viewPx: number): ScrollMap {
  const wholePx = count * rowPx;
  const height = Math.min(wholePx, HEIGHT_PX_MAX);
  const way = Math.max(0, height - viewPx);
  const wholeWay = Math.max(0, wholePx - viewPx);
  const factor = way === 0 ? 1 : wholeWay / way;
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  return {
    height,
    isWhole: height === wholePx,
    offsetAt: (scrollTop) => within(scrollTop, way) * factor,
    scrollTopFor: (offset) => within(offset, wholeWay) / factor,
  };
}
