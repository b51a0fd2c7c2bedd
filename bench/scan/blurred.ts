import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { SCAN_FORMATS } from '../../src/reader/decode-protocol.ts';
import type { Engine } from '../../src/reader/read/engine.ts';
import type { Luma } from '../../src/reader/read/luma.ts';
import { createReader } from '../../src/reader/read/reader.ts';
import { startZbar } from '../../src/reader/read/zbar.ts';
import { startZxingWasm } from '../../src/reader/read/zxing-wasm.ts';
import { addPicture, noSightings } from '../../src/reader/sightings.ts';
import { seeded } from './film-scenes.ts';

const SEED = 20_261_129;
/** The width of the blur at half its height, modules. */
const BLUR = [1, 1.6] as const;
const QUIET = 12;
const HEIGHT = 90;
const FRAMES = 15;
const FRAME_MS = 1_000 / 15;
/** Widths of space, bar, space, bar of a digit in the left half with odd parity. */
const WIDTHS = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'];
/** Which of the six left digits have even parity, by the first digit. */
const EVEN = ['000000', '001011', '001101', '001110', '010011', '011001', '011100', '010101', '010110', '011010'];

type Random = () => number;

/**
 * Reads blurred EAN-13 codes of digits that blur makes alike, in still pictures and in videos, and
 * prints how many are read, and every false text. For comparison it counts the false readings of
 * each engine, which the guards have to reject.
 * @param wish `count`: of stills, and a tenth of it of videos
 */
export async function readBlurred(wish: { count?: number | undefined; seed?: number | undefined }): Promise<void> {
  const count = wish.count ?? 10_000;
  const seed = wish.seed ?? SEED;
  const random = seeded(seed);
  const misread = new Map<string, number>();
  let printed = '';
  const counted = (engine: Engine): Engine => ({
    ...engine,
    async read(...args) {
      const readings = await engine.read(...args);
      if (readings.some(({ text }) => text !== printed)) misread.set(engine.name, (misread.get(engine.name) ?? 0) + 1);
      return readings;
    },
  });
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const engines = {
    native: null,
    main: counted(await startZxingWasm({ bytes: new Uint8Array(wasm).buffer })),
    second: counted(await startZbar()),
  };
  const report = (kind: string, total: number, told: readonly { printed: string; texts: readonly string[] }[]) => {
    const wrong = told.filter((each) => each.texts.some((text) => text !== each.printed));
    const right = told.filter((each) => each.texts.includes(each.printed)).length;
    const alone = [...misread].map(([name, times]) => `${name} ${times}`).join(', ');
    process.stdout.write(
      `${total} ${kind}, seed ${seed}: read ${right}, false ${wrong.length}; false attempts of single engines: ${alone || 'none'}\n`,
    );
    for (const each of wrong) process.stdout.write(`  false: ${each.printed} read as ${each.texts.join(', ')}\n`);
    misread.clear();
  };

  const stills = [];
  const reader = createReader(engines, true);
  for (let index = 0; index < count; index++) {
    printed = digits(random);
    const codes = await reader.still(draw(bars(printed), lens(random), random), SCAN_FORMATS);
    stills.push({ printed, texts: codes.map(({ text }) => text) });
    if (index % 100 === 99) process.stderr.write(`\r${index + 1} stills`);
  }
  report('stills', count, stills);

  const films = [];
  for (let index = 0; index < count / 10; index++) {
    printed = digits(random);
    const code = bars(printed);
    const look = lens(random);
    let at = 0;
    const film = createReader(engines, true, () => at);
    let seen = noSightings;
    const texts: string[] = [];
    for (let turn = 0; turn < FRAMES; turn++, at += FRAME_MS) {
      const { state, read } = addPicture(seen, await film.frame(draw(code, look, random), SCAN_FORMATS, turn), at);
      seen = state;
      texts.push(...read.map(({ text }) => text));
    }
    films.push({ printed, texts });
    if (index % 10 === 9) process.stderr.write(`\r${index + 1} videos`);
  }
  report(`videos of ${FRAMES} frames`, films.length, films);
}

/** A number of 2, 3 and 8 with its check digit. */
function digits(random: Random): string {
  const first = Array.from({ length: 12 }, () => '238'[Math.floor(random() * 3)]).join('');
  const sum = Array.from(first, Number).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return `${first}${(10 - (sum % 10)) % 10}`;
}

/** The modules of an EAN-13, 1 for a bar. */
function bars(text: string): readonly number[] {
  const [first = 0, ...rest] = Array.from(text, Number);
  const digit = (value: number, isEven: boolean, startsWith: number) => {
    const widths = Array.from(WIDTHS[value] ?? '', Number);
    return (isEven ? widths.toReversed() : widths).flatMap((width, index) => Array<number>(width).fill((index + startsWith) % 2));
  };
  const left = rest.slice(0, 6).flatMap((value, index) => digit(value, EVEN[first]?.[index] === '1', 0));
  const right = rest.slice(6).flatMap((value) => digit(value, false, 1));
  const quiet = Array<number>(QUIET).fill(0);
  return [...quiet, 1, 0, 1, ...left, 0, 1, 0, 1, 0, ...right, 1, 0, 1, ...quiet];
}

/** The optics of one picture or video: module and blur in pixels, and the noise of a pixel. */
function lens(random: Random) {
  const module = 2 + random() * 2;
  const width = BLUR[0] + random() * (BLUR[1] - BLUR[0]);
  return { module, blur: (width * module) / 2.355, noise: random() * 8 };
}

/** One picture, at a random shift within a pixel. */
function draw(code: readonly number[], { module, blur, noise }: ReturnType<typeof lens>, random: Random): Luma {
  const width = Math.ceil(code.length * module);
  const fine = 4;
  const shift = random();
  const sharp = Array.from({ length: width * fine }, (_, x) => code[Math.floor((x / fine + shift) / module)] ?? 0);
  const reach = Math.ceil(blur * 3 * fine);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, k) => Math.exp(-(((k - reach) / (blur * fine)) ** 2) / 2));
  const weight = kernel.reduce((sum, each) => sum + each, 0);
  const line = Array.from({ length: width }, (_, x) => {
    const middle = x * fine + fine / 2;
    return 225 - (190 * kernel.reduce((sum, each, k) => sum + each * (sharp[middle + k - reach] ?? 0), 0)) / weight;
  });
  const values = new Uint8Array(width * HEIGHT);
  for (let at = 0; at < values.length; at++)
    values[at] = Math.min(255, Math.max(0, (line[at % width] ?? 0) + (random() + random() + random() - 1.5) * noise));
  return { values, width, height: HEIGHT };
}
