import { type Luma, softened } from '../read/luma.ts';

const CARD = 244;
const INK = 20;
const TABLE = 138;

/** A code as black rectangles on white, in modules. */
export interface Shape {
  readonly width: number;
  readonly height: number;
  readonly black: readonly Readonly<Record<'x' | 'y' | 'width' | 'height', number>>[];
}

/** The position of a drawn code under the camera. */
export interface Pose {
  /** Side of the square picture, pixels. */
  readonly side?: number;
  /** Pixels per module. */
  readonly scale?: number;
  /** Rotation to the right. */
  readonly degrees?: number;
}

/** A white card with a code in the middle of a grey table, as a camera sees it. */
export function pictureOf(shape: Shape, { side = 640, scale = 3, degrees = 0 }: Pose = {}): Luma {
  const values = new Uint8Array(side * side);
  const dark = modulesOf(shape);
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const u = x + 0.5 - side / 2;
      const v = y + 0.5 - side / 2;
      const column = (u * cos + v * sin) / scale + shape.width / 2;
      const row = (v * cos - u * sin) / scale + shape.height / 2;
      values[y * side + x] = dark(Math.floor(column), Math.floor(row));
    }
  }
  return { values, width: side, height: side };
}

/** The picture out of focus. @param blur standard deviation, pixels */
export function outOfFocus(picture: Luma, blur: number): Luma {
  let soft = picture;
  /* Each pass has half a square pixel of variance. */
  for (let pass = 0; pass < 2 * blur * blur; pass++) soft = softened(soft);
  return soft;
}

export function emptyTable(side = 640): Luma {
  return { values: new Uint8Array(side * side).fill(TABLE), width: side, height: side };
}

function modulesOf({ width, height, black }: Shape): (column: number, row: number) => number {
  const ink = new Set(
    black.flatMap((rect) =>
      Array.from({ length: rect.width * rect.height }, (_, at) => {
        const column = rect.x + (at % rect.width);
        const row = rect.y + Math.floor(at / rect.width);
        return row * width + column;
      }),
    ),
  );
  return (column, row) => {
    if (column < 0 || row < 0 || column >= width || row >= height) return TABLE;
    return ink.has(row * width + column) ? INK : CARD;
  };
}
