import type { Point } from '../decode-protocol.ts';

/** A rectangle, pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function boxOf(outline: readonly Point[]): Box {
  const xs = outline.map(({ x }) => x);
  const ys = outline.map(({ y }) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

export function centreOf({ left, right, top, bottom }: Box): Point {
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

export function isInside({ x, y }: Point, { left, right, top, bottom }: Box): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** True for boxes with more than `margin` between them. */
export function isApart(a: Box, b: Box, margin = 0): boolean {
  return (
    a.right + margin < b.left || b.right + margin < a.left || a.bottom + margin < b.top || b.bottom + margin < a.top
  );
}
