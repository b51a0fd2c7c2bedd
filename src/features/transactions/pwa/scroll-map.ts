/**
 * Browsers limit the height of elements: Firefox to 17.9 million pixels, Chromium to 33 million.
 */
const HEIGHT_PX_MAX = 15_000_000;

/** The scroll position of a list and the visible part of its rows. All numbers are pixels. */
export interface ScrollMap {
  /** The height of the scrolled element. */
  readonly height: number;
  /** True if the element is as high as its rows, so that both scroll equally. */
  readonly isWhole: boolean;
  /** The height of the rows above the upper edge at this scroll position. */
  offsetAt(scrollTop: number): number;
  /** The inverse of `offsetAt`. */
  scrollTopFor(offset: number): number;
}

/**
 * Maps the scrolling of an element to its `count` rows, which may be higher: the full scroll range
 * of one is the full range of the other.
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
