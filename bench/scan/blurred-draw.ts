import bwipjs from 'bwip-js/generic';
import type { Luma } from '../../src/reader/read/luma.ts';

export type Random = () => number;

/** The optics and the position of one picture or video. */
export interface BlurredLook {
  /** Pixels. */
  readonly module: number;
  /** Standard deviation, modules. */
  readonly blur: number;
  /** Maximum deviation of a pixel, of 255. */
  readonly noise: number;
  readonly degrees: number;
  /** How much the module grows from the left end to the right one, as a share of it. */
  readonly tilt: number;
  /** The quality of the JPEG compression. */
  readonly quality: number;
}

const WIDTH = 560;
const HEIGHT = 320;
/** Modules. */
const BAR_HEIGHT = 45;
const QUIET = 11;
const [PAPER, INK, TABLE] = [222, 190, 150];
/** Values of the blurred line per module. */
const FINE = 16;

/** The bars of a code as modules, 1 for a bar. `kind`: the name of its type in bwip-js. */
export function barsOf(kind: string, text: string): readonly number[] {
  const [code] = bwipjs.raw({ bcid: kind, text });
  if (!code || !('sbs' in code)) throw new Error(`${kind} cannot hold ${text}.`);
  return code.sbs.flatMap((width, index) => Array<number>(width).fill((index + 1) % 2));
}

/** A card with bars, blurred, noisy and compressed, at a random place within a pixel. */
export function drawBlurred(bars: readonly number[], look: BlurredLook, random: Random): Luma {
  const line = blurredLine(bars, look.blur);
  const [shiftX, shiftY] = [random(), random()];
  const [cos, sin] = [Math.cos((look.degrees * Math.PI) / 180), Math.sin((look.degrees * Math.PI) / 180)];
  const values = new Float64Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const [u, v] = [x + shiftX - WIDTH / 2, y + shiftY - HEIGHT / 2];
      const along = ((u * cos + v * sin) / look.module) * 1;
      const across = (v * cos - u * sin) / look.module;
      const place = along * (1 - (look.tilt * along) / bars.length) + bars.length / 2;
      const inside = edge((BAR_HEIGHT / 2 - Math.abs(across)) / look.blur);
      const onCard = Math.abs(along) < bars.length / 2 + QUIET && Math.abs(across) < BAR_HEIGHT / 2 + 4;
      const ink = line[Math.round((place + QUIET) * FINE)] ?? 0;
      const light = onCard ? PAPER - INK * ink * inside : TABLE;
      values[y * WIDTH + x] = light + (random() + random() + random() - 1.5) * look.noise;
    }
  }
  compress(values, look.quality);
  return { values: Uint8Array.from(values, (value) => Math.min(255, Math.max(0, Math.round(value)))), width: WIDTH, height: HEIGHT };
}

function blurredLine(bars: readonly number[], blur: number): Float64Array {
  const sharp = (at: number) => bars[Math.floor(at / FINE) - QUIET] ?? 0;
  const reach = Math.ceil(3 * blur * FINE);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, index) => Math.exp(-(((index - reach) / (blur * FINE)) ** 2) / 2));
  const weight = kernel.reduce((sum, each) => sum + each, 0);
  return Float64Array.from(
    { length: (bars.length + 2 * QUIET) * FINE },
    (_, at) => kernel.reduce((sum, each, index) => sum + each * sharp(at + index - reach), 0) / weight,
  );
}

/** A soft step from 0 to 1. */
function edge(x: number): number {
  return 1 / (1 + Math.exp(-1.7 * x));
}

/** The table for luminance in annex K of the JPEG standard. */
const QUANTA = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62, 18, 22,
  37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];
const COSINES = Array.from({ length: 8 }, (_, k) =>
  Array.from({ length: 8 }, (_unused, at) => Math.cos(((2 * at + 1) * k * Math.PI) / 16) * (k === 0 ? Math.SQRT1_2 : 1) * 0.5),
);

/** Loses what JPEG of this quality loses: the transform of each block is rounded. */
function compress(values: Float64Array, quality: number): void {
  const scale = (quality < 50 ? 5_000 / quality : 200 - 2 * quality) / 100;
  const block = new Float64Array(64);
  for (let top = 0; top + 8 <= HEIGHT; top += 8) {
    for (let left = 0; left + 8 <= WIDTH; left += 8) {
      for (let at = 0; at < 64; at++) block[at] = (values[(top + (at >> 3)) * WIDTH + left + (at & 7)] ?? 0) - 128;
      const waves = turned(block, true).map((wave, at) => {
        const quantum = Math.max(1, Math.round((QUANTA[at] ?? 1) * scale));
        return Math.round(wave / quantum) * quantum;
      });
      const back = turned(waves, false);
      for (let at = 0; at < 64; at++) values[(top + (at >> 3)) * WIDTH + left + (at & 7)] = (back[at] ?? 0) + 128;
    }
  }
}

/** The cosine transform of a block of 8 × 8, or its inverse: rows, then columns. */
function turned(block: Float64Array, isForward: boolean): Float64Array {
  const cosine = (to: number, from: number) => (isForward ? COSINES[to]?.[from] : COSINES[from]?.[to]) ?? 0;
  const pass = (from: Float64Array) =>
    Float64Array.from({ length: 64 }, (_, at) => {
      const [column, row] = [at >> 3, at & 7];
      let sum = 0;
      for (let k = 0; k < 8; k++) sum += cosine(column, k) * (from[row * 8 + k] ?? 0);
      return sum;
    });
  return pass(pass(block));
}
