/** Samples per module of every signal and waveform. */
export const SAMPLES = 2;
/** The width of an EAN-13 without its quiet zones. */
export const EAN_MODULES = 95;
/** Standard deviations of the blur that are tried, modules. */
export const BLURS = [0.35, 0.5, 0.7, 0.95, 1.2, 1.5] as const;
/** The search tries fewer. */
export const SEARCH_BLURS = [0.7, 1.2] as const;
/** White next to the code, modules. */
const QUIET = 9;

/** Modules of the left digits with odd parity, 1 for a bar. */
const ODD = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
/** Which of the six left digits have even parity, by the first digit of the number. */
export const EVEN_PARITY: readonly (readonly boolean[])[] = [
  '000000',
  '001011',
  '001101',
  '001110',
  '010011',
  '011001',
  '011100',
  '010101',
  '010110',
  '011010',
].map((places) => Array.from(places, (place) => place === '1'));

const bitsOf = (text: string): readonly number[] => Array.from(text, Number);
const RIGHT: readonly (readonly number[])[] = ODD.map((text) => bitsOf(text).map((bit) => 1 - bit));
/** Ten digits with odd parity, then ten with even parity. */
const LEFT: readonly (readonly number[])[] = [...ODD.map(bitsOf), ...RIGHT.map((bits) => bits.toReversed())];
const GUARD = [1, 0, 1];
const MIDDLE = [0, 1, 0, 1, 0];
const WHITE = Array<number>(QUIET).fill(0);

/** Waveforms of equal length, one after the other, and the sum of squares of each. */
export interface Waves {
  readonly length: number;
  readonly values: Float64Array;
  readonly squares: Float64Array;
}

/**
 * The waveforms between the centres of neighbouring parts. Each depends on two neighbours only,
 * because the blur hardly reaches further.
 */
export interface EanWaves {
  readonly start: Waves;
  /** A left digit and the next one: 20 × 20. */
  readonly leftPair: Waves;
  readonly toMiddle: Waves;
  readonly fromMiddle: Waves;
  readonly rightPair: Waves;
  readonly end: Waves;
}

const wavesByBlur = new Map<number, EanWaves>();

/** @param blur standard deviation, modules */
export function eanWaves(blur: number): EanWaves {
  const before = wavesByBlur.get(blur);
  if (before) return before;
  const cut = (bits: readonly number[], from: number, to: number) => blurred(bits, from, to, blur);
  const waves: EanWaves = {
    start: wavesOf(LEFT.map((digit) => cut([...WHITE, ...GUARD, ...digit, 0], QUIET, QUIET + 6.5))),
    leftPair: wavesOf(LEFT.flatMap((one) => LEFT.map((other) => cut([1, ...one, ...other, 0], 4.5, 11.5)))),
    toMiddle: wavesOf(LEFT.map((digit) => cut([...digit, ...MIDDLE], 3.5, 9.5))),
    fromMiddle: wavesOf(RIGHT.map((digit) => cut([...MIDDLE, ...digit], 2.5, 8.5))),
    rightPair: wavesOf(RIGHT.flatMap((one) => RIGHT.map((other) => cut([0, ...one, ...other, 1], 4.5, 11.5)))),
    end: wavesOf(RIGHT.map((digit) => cut([...digit, ...GUARD, ...WHITE], 3.5, 10))),
  };
  wavesByBlur.set(blur, waves);
  return waves;
}

/** Waveforms of single parts: every digit begins and ends at a known edge. */
export interface SearchWaves {
  readonly guard: Waves;
  readonly middle: Waves;
  readonly left: Waves;
  readonly right: Waves;
}

const searchWavesByBlur = new Map<number, SearchWaves>();

/** The waveforms for the search. */
export function searchWaves(blur: number): SearchWaves {
  const before = searchWavesByBlur.get(blur);
  if (before) return before;
  const cut = (bits: readonly number[], from: number, to: number) => blurred(bits, from, to, blur);
  const waves: SearchWaves = {
    guard: wavesOf([cut([...WHITE, ...GUARD, 0, 0.5], QUIET, QUIET + 3)]),
    middle: wavesOf([cut([0.5, 1, ...MIDDLE, 1, 0.5], 2, 7)]),
    left: wavesOf(LEFT.map((digit) => cut([0.5, 1, ...digit, 0, 0.5], 2, 9))),
    right: wavesOf(RIGHT.map((digit) => cut([0.5, 0, ...digit, 1, 0.5], 2, 9))),
  };
  searchWavesByBlur.set(blur, waves);
  return waves;
}

/** The whole code, blurred: `SAMPLES` values per module, 0 for white and 1 for black. */
export function renderEan(digits: readonly number[], blur: number): Float64Array {
  const [first = 0, ...rest] = digits;
  const left = rest.slice(0, 6).flatMap((digit, place) => LEFT[digit + (EVEN_PARITY[first]?.[place] ? 10 : 0)] ?? []);
  const right = rest.slice(6).flatMap((digit) => RIGHT[digit] ?? []);
  return blurred(
    [...WHITE, ...GUARD, ...left, ...MIDDLE, ...right, ...GUARD, ...WHITE],
    QUIET,
    QUIET + EAN_MODULES,
    blur,
  );
}

function wavesOf(list: readonly Float64Array[]): Waves {
  const length = list[0]?.length ?? 0;
  const values = new Float64Array(length * list.length);
  for (const [index, wave] of list.entries()) values.set(wave, index * length);
  return {
    length,
    values,
    squares: Float64Array.from(list, (wave) => wave.reduce((sum, value) => sum + value * value, 0)),
  };
}

/**
 * Blurs bits and returns the part between two positions, in modules. The first and the last bit
 * continue beyond the ends.
 */
function blurred(bits: readonly number[], from: number, to: number, blur: number): Float64Array {
  const wave = new Float64Array(Math.round((to - from) * SAMPLES));
  for (let index = 0; index < wave.length; index++) {
    const at = from + (index + 0.5) / SAMPLES;
    let value = bits[0] ?? 0;
    for (let edge = 1; edge < bits.length; edge++) {
      const step = (bits[edge] ?? 0) - (bits[edge - 1] ?? 0);
      if (step !== 0) value += step * normal((at - edge) / blur);
    }
    wave[index] = value;
  }
  return wave;
}

/** The normal distribution: Abramowitz and Stegun 26.2.17, error below 1e-7. */
function normal(x: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(x));
  const series =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  const tail = 0.398_942_280_4 * Math.exp((-x * x) / 2) * series;
  return x < 0 ? tail : 1 - tail;
}
