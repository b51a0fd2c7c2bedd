import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { scanImageData } from '@undecaf/zbar-wasm';
import { readBarcodes } from 'zxing-wasm/reader';
import { SCAN_FORMATS } from '../../src/reader/decode-protocol.ts';
import { blurredEngine } from '../../src/reader/read/blurred.ts';
import type { Luma } from '../../src/reader/read/luma.ts';
import { createReader } from '../../src/reader/read/reader.ts';
import { startZbar } from '../../src/reader/read/zbar.ts';
import { startZxingWasm } from '../../src/reader/read/zxing-wasm.ts';
import { addPicture, noSightings } from '../../src/reader/sightings.ts';
import { type BlurredLook, barsOf, drawBlurred, type Random } from './blurred-draw.ts';
import { seeded } from './film-scenes.ts';

const SEED = 20_261_129;
/** The standard deviation of the blur, modules. */
const BLUR = [0.5, 1.6] as const;
const FRAMES = 15;
const FRAME_MS = 1_000 / 15;

/** What is drawn: the name of its type in bwip-js, and its digits. */
const SETS = [
  { name: 'EAN-13', kind: 'ean13', digits: '0123456789', length: 12 },
  { name: 'EAN-13 of 2, 3 and 8', kind: 'ean13', digits: '238', length: 12 },
  { name: 'UPC-A', kind: 'upca', digits: '0123456789', length: 11 },
  { name: 'Code 128', kind: 'code128', digits: '0123456789', length: 12 },
] as const;
type BlurredSet = (typeof SETS)[number];

/** The texts that each engine read from one picture or video. */
interface Told {
  readonly printed: string;
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/**
 * Reads blurred, noisy and compressed bars in still pictures and in videos, each with Tillside and
 * with other engines at their defaults, and prints how many are read, and every false text.
 * @param wish `count`: stills of each set, and a tenth of it videos; `sets`: only these
 */
export async function readBlurred(wish: {
  count?: number | undefined;
  seed?: number | undefined;
  sets?: readonly string[] | undefined;
}): Promise<void> {
  const count = wish.count ?? 1_000;
  const seed = wish.seed ?? SEED;
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const engines = {
    native: null,
    main: await startZxingWasm({ bytes: new Uint8Array(wasm).buffer }),
    second: await startZbar(),
    blurred: blurredEngine,
  };
  for (const set of SETS.filter(({ name }) => wish.sets?.includes(name) ?? true)) {
    const random = seeded(seed);
    const reader = createReader(engines, true);
    const stills: Told[] = [];
    for (let index = 0; index < count; index++) {
      const printed = numberOf(set, random);
      const picture = drawBlurred(barsOf(set.kind, printed), lookOf(random), random);
      const codes = await reader.still(picture, SCAN_FORMATS);
      stills.push({ printed, texts: { Tillside: codes.map(({ text }) => text), ...(await rivalTexts(picture)) } });
      if (index % 100 === 99) process.stderr.write(`\r${index + 1} stills`);
    }
    report(`${set.name}: ${count} stills, seed ${seed}`, stills);

    const films: Told[] = [];
    for (let index = 0; index < count / 10; index++) {
      const printed = numberOf(set, random);
      const [bars, look] = [barsOf(set.kind, printed), lookOf(random)];
      let at = 0;
      const film = createReader(engines, true, () => at);
      let seen = noSightings;
      const texts: string[] = [];
      for (let turn = 0; turn < FRAMES; turn++, at += FRAME_MS) {
        const codes = await film.frame(drawBlurred(bars, look, random), SCAN_FORMATS, turn);
        const { state, read } = addPicture(seen, codes, at);
        seen = state;
        texts.push(...read.map(({ text }) => text));
      }
      films.push({ printed, texts: { Tillside: texts } });
    }
    report(`${set.name}: ${films.length} videos of ${FRAMES} frames`, films);
  }
}

/** The other engines with their default options. */
async function rivalTexts({ values, width, height }: Luma): Promise<Record<string, readonly string[]>> {
  const data = new Uint8ClampedArray(4 * values.length);
  for (const [at, value] of values.entries()) data.set([value, value, value, 255], 4 * at);
  const image = { data, width, height, colorSpace: 'srgb' } as ImageData;
  const zxing = await readBarcodes(image);
  return {
    'zxing-wasm': zxing.filter(({ isValid }) => isValid).map(({ text }) => text),
    'zbar-wasm': (await scanImageData(image)).map((symbol) => symbol.decode()),
  };
}

function report(title: string, told: readonly Told[]): void {
  process.stdout.write(`\n${title}\n`);
  for (const engine of Object.keys(told[0]?.texts ?? {})) {
    const read = told.map(({ printed, texts }) => (texts[engine] ?? []).map((text) => ({ text, isRight: isSame(text, printed) })));
    const right = read.filter((texts) => texts.some(({ isRight }) => isRight)).length;
    const wrong = read.filter((texts) => texts.some(({ isRight }) => !isRight)).length;
    process.stdout.write(`  ${engine}: read ${right}, false ${wrong}\n`);
    if (engine !== 'Tillside') continue;
    for (const [index, texts] of read.entries())
      for (const { text } of texts.filter(({ isRight }) => !isRight))
        process.stdout.write(`    false: ${told[index]?.printed} read as ${text}\n`);
  }
}

/** UPC-A is the same code as an EAN-13 that begins with 0. */
function isSame(text: string, printed: string): boolean {
  return text === printed || text === `0${printed}`;
}

function numberOf({ kind, digits, length }: BlurredSet, random: Random): string {
  const number = Array.from({ length }, () => digits[Math.floor(random() * digits.length)]).join('');
  if (kind === 'code128') return number;
  const sum = Array.from(number, Number)
    .toReversed()
    .reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return `${number}${(10 - (sum % 10)) % 10}`;
}

function lookOf(random: Random): BlurredLook {
  const between = (low: number, high: number) => low + (high - low) * random();
  return {
    module: between(2, 4),
    blur: between(...BLUR),
    noise: between(0, 16),
    degrees: between(-8, 8),
    tilt: between(-0.05, 0.05),
    quality: between(60, 95),
  };
}
