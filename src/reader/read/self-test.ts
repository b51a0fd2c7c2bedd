import type { ScanFormat } from '../decode-protocol.ts';
import type { Engine } from './engine.ts';
import type { Luma } from './luma.ts';

/**
 * Two test codes that are drawn for an engine: `TILLSIDE` as a QR code (rows of modules) and as
 * Code 128 (widths of bars and spaces).
 */
const QR_ROWS = [
  '#######.###...#######',
  '#.....#.###...#.....#',
  '#.###.#.#.###.#.###.#',
  '#.###.#..#....#.###.#',
  '#.###.#..#.##.#.###.#',
  '#.....#.##.#..#.....#',
  '#######.#.#.#.#######',
  '........##...........',
  '..###.#.#...####..###',
  '#..###.#..#.#..#.####',
  '####.##.###..#..##..#',
  '..#..#.##......##...#',
  '.###.###.#.###..#.#..',
  '........####..##.#.#.',
  '#######....##.##.###.',
  '#.....#..#..####..#..',
  '#.###.#.#....#.###.#.',
  '#.###.#.##..##..##...',
  '#.###.#.#.#..#####...',
  '#.....#...#....##...#',
  '#######..###.#.#.##..',
] as const;
const BAR_WIDTHS = Array.from('2112142133112313111321311321312131132313111123131321132311312331112', Number);
const TEXT = 'TILLSIDE';
const SCALE = 6;
const QUIET = 4;
const BAR_SCALE = 3;
const SIDE = 480;

/**
 * True if an engine reads a QR code and bars exactly, and finds nothing on white. The browser's own
 * engine differs between systems, and some claim formats that they do not read.
 * @param needed formats that the engine must support to be of use
 */
export async function passesSelfTest(engine: Engine, needed: readonly ScanFormat[]): Promise<boolean> {
  if (needed.some((format) => !engine.formats.includes(format))) return false;
  const reads = async (picture: Luma) =>
    (await engine.read(picture, needed)).map(({ format, text }) => `${format} ${text}`).join();
  try {
    return (
      (await reads(blank())) === '' &&
      (await reads(drawnQr())) === `QRCode ${TEXT}` &&
      (await reads(drawnBars())) === `Code128 ${TEXT}`
    );
  } catch {
    // It throws if the system part that it needs is not installed.
    return false;
  }
}

function blank(): Luma {
  return { values: new Uint8Array(SIDE * SIDE).fill(255), width: SIDE, height: SIDE };
}

function drawnQr(): Luma {
  const picture = blank();
  QR_ROWS.forEach((row, y) => {
    Array.from(
      row,
      (module, x) => module === '#' && fill(picture, (x + QUIET) * SCALE, (y + QUIET) * SCALE, SCALE, SCALE),
    );
  });
  return picture;
}

function drawnBars(): Luma {
  const picture = blank();
  let left = 10 * BAR_SCALE;
  BAR_WIDTHS.forEach((width, index) => {
    if (index % 2 === 0) fill(picture, left, SIDE / 4, width * BAR_SCALE, SIDE / 2);
    left += width * BAR_SCALE;
  });
  return picture;
}

function fill({ values, width }: Luma, left: number, top: number, w: number, h: number): void {
  for (let y = top; y < top + h; y++) values.fill(0, y * width + left, y * width + left + w);
}
