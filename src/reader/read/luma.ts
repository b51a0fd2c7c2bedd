/**
 * A picture as brightness values, row by row: 0 is black, 255 white.
 *
 * They fill their whole buffer, as engines require.
 */
export interface Luma {
  readonly values: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/**
 * The brightness of a colour picture: ITU-R BT.601 in integers.
 *
 * Transparent pixels count as paper.
 */
export function lumaOf({ data, width, height }: ImageData): Luma {
  const values = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < values.length; pixel++, at += 4) {
    values[pixel] =
      data[at + 3] === 0
        ? 255
        : ((data[at] ?? 0) * 306 + (data[at + 1] ?? 0) * 601 + (data[at + 2] ?? 0) * 117 + 512) >> 10;
  }
  return { values, width, height };
}

export function cropped({ values, width }: Luma, left: number, top: number, w: number, h: number): Luma {
  const cut = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    const from = (top + y) * width + left;
    cut.set(values.subarray(from, from + w), y * w);
  }
  return { values: cut, width: w, height: h };
}

/** Several attempts at one picture use half of it. */
const halves = new WeakMap<Luma, Luma>();

/** Half the size: each pixel is the mean of four, which also reduces noise. */
export function halved(picture: Luma): Luma {
  const before = halves.get(picture);
  if (before) return before;
  const { values, width, height } = picture;
  const w = width >> 1;
  const h = height >> 1;
  const half = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0, at = 2 * y * width; x < w; x++, at += 2) {
      const four =
        (values[at] ?? 0) + (values[at + 1] ?? 0) + (values[at + width] ?? 0) + (values[at + width + 1] ?? 0);
      half[y * w + x] = (four + 2) >> 2;
    }
  }
  const result = { values: half, width: w, height: h };
  halves.set(picture, result);
  return result;
}

/** Twice the size, interpolated, for codes whose modules are hardly wider than a pixel. */
export function doubled({ values, width, height }: Luma): Luma {
  const w = width * 2;
  const double = new Uint8Array(w * height * 2);
  for (let y = 0; y < height * 2; y++) {
    const near = (y >> 1) * width;
    const other = clamp((y >> 1) + (y % 2 === 0 ? -1 : 1), height - 1) * width;
    for (let x = 0; x < w; x++) {
      const a = x >> 1;
      const b = clamp((x >> 1) + (x % 2 === 0 ? -1 : 1), width - 1);
      const rowNear = 3 * (values[near + a] ?? 0) + (values[near + b] ?? 0);
      const rowOther = 3 * (values[other + a] ?? 0) + (values[other + b] ?? 0);
      double[y * w + x] = (3 * rowNear + rowOther + 8) >> 4;
    }
  }
  return { values: double, width: w, height: height * 2 };
}

/** Twice the width, interpolated. */
export function widened({ values, width, height }: Luma): Luma {
  const wide = new Uint8Array(values.length * 2);
  for (let y = 0; y < height; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const value = values[at] ?? 0;
      wide[2 * at] = (3 * value + (values[at - (x > 0 ? 1 : 0)] ?? 0) + 2) >> 2;
      wide[2 * at + 1] = (3 * value + (values[at + (x < width - 1 ? 1 : 0)] ?? 0) + 2) >> 2;
    }
  }
  return { values: wide, width: width * 2, height };
}

/** A 3×3 binomial blur, which reduces noise; the outermost pixels stay. */
export function softened({ values, width, height }: Luma): Luma {
  const soft = new Uint8Array(values);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
      const up = at - width;
      const down = at + width;
      const corners = (values[up - 1] ?? 0) + (values[up + 1] ?? 0) + (values[down - 1] ?? 0) + (values[down + 1] ?? 0);
      const sides = (values[up] ?? 0) + (values[down] ?? 0) + (values[at - 1] ?? 0) + (values[at + 1] ?? 0);
      soft[at] = (4 * (values[at] ?? 0) + 2 * sides + corners + 8) >> 4;
    }
  }
  return { values: soft, width, height };
}

/** Black as white and white as black, for white bars on a dark card. */
export function inverted({ values, width, height }: Luma): Luma {
  return { values: values.map((value) => 255 - value), width, height };
}

/** Rotated by 90° to the right, for vertical codes. */
export function rotated90({ values, width, height }: Luma): Luma {
  const turned = new Uint8Array(values.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) turned[x * height + height - 1 - y] = values[y * width + x] ?? 0;
  }
  return { values: turned, width: height, height: width };
}

/**
 * Rotated by 45° around the centre; the area outside is grey. `size` is the side of the resulting
 * square.
 */
export function rotated45({ values, width, height }: Luma, size: number): Luma {
  const turned = new Uint8Array(size * size).fill(128);
  for (let y = 0; y < size; y++) {
    const v = (y - size / 2) * Math.SQRT1_2;
    for (let x = 0; x < size; x++) {
      const u = (x - size / 2) * Math.SQRT1_2;
      const fromX = u + v + width / 2;
      const fromY = v - u + height / 2;
      if (fromX >= 0 && fromY >= 0 && fromX < width - 1 && fromY < height - 1)
        turned[y * size + x] = between(values, width, fromX, fromY);
    }
  }
  return { values: turned, width: size, height: size };
}

/** Interpolates between four pixels. */
function between(values: Uint8Array, width: number, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const a = x - left;
  const b = y - top;
  const at = top * width + left;
  const upper = (values[at] ?? 0) * (1 - a) + (values[at + 1] ?? 0) * a;
  const lower = (values[at + width] ?? 0) * (1 - a) + (values[at + width + 1] ?? 0) * a;
  return upper * (1 - b) + lower * b;
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}
