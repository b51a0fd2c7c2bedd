import { type EanWaves, EVEN_PARITY, SAMPLES, type Waves } from './ean-waves.ts';

/** Modules from the left edge of the code to the centres of its parts. */
const LEFT_FROM = 6.5;
const MIDDLE_FROM = 41.5;
const RIGHT_FROM = 47.5;
const END_FROM = 88.5;
const DIGIT = 7;
const PAIRS = 5;

/** The squared distances of one signal from all waveforms, part by part. */
export interface EanCosts {
  readonly start: Float64Array;
  readonly leftPairs: readonly Float64Array[];
  readonly toMiddle: Float64Array;
  readonly fromMiddle: Float64Array;
  readonly rightPairs: readonly Float64Array[];
  readonly end: Float64Array;
}

/** @param signal from 0, white, to 1, black: `SAMPLES` per module, from the left edge on */
export function eanCosts(signal: Float64Array, waves: EanWaves): EanCosts {
  const cost = (from: number, part: Waves) => distances(signal, from * SAMPLES, part);
  const pairs = (from: number, part: Waves) =>
    Array.from({ length: PAIRS }, (_, index) => cost(from + DIGIT * index, part));
  return {
    start: cost(0, waves.start),
    leftPairs: pairs(LEFT_FROM, waves.leftPair),
    toMiddle: cost(MIDDLE_FROM, waves.toMiddle),
    fromMiddle: cost(RIGHT_FROM, waves.fromMiddle),
    rightPairs: pairs(RIGHT_FROM + 6, waves.rightPair),
    end: cost(END_FROM, waves.end),
  };
}

/** The squared distance of each waveform from the signal at an index. */
function distances(signal: Float64Array, from: number, { length, values, squares }: Waves): Float64Array {
  const own = power(signal, from, length);
  const costs = new Float64Array(squares.length);
  for (let wave = 0, value = 0; wave < costs.length; wave++) {
    let product = 0;
    for (let at = from; at < from + length; at++) product += (signal[at] ?? 0) * (values[value++] ?? 0);
    costs[wave] = (squares[wave] ?? 0) - 2 * product + own;
  }
  return costs;
}

/** The squared distance of the most similar waveform. */
export function nearest(signal: Float64Array, from: number, { length, values, squares }: Waves): number {
  let best = Number.POSITIVE_INFINITY;
  for (let wave = 0, value = 0; wave < squares.length; wave++) {
    let product = 0;
    for (let at = from; at < from + length; at++) product += (signal[at] ?? 0) * (values[value++] ?? 0);
    best = Math.min(best, (squares[wave] ?? 0) - 2 * product);
  }
  return best + power(signal, from, length);
}

function power(signal: Float64Array, from: number, length: number): number {
  let sum = 0;
  for (let at = from; at < from + length; at++) sum += (signal[at] ?? 0) ** 2;
  return sum;
}

/** The cost of the best digits, without regard to parity and check digit. */
export function freeCost({ start, leftPairs, toMiddle, fromMiddle, rightPairs, end }: EanCosts): number {
  return cheapest(start, leftPairs, toMiddle) + cheapest(fromMiddle, rightPairs, end);
}

function cheapest(first: Float64Array, pairs: readonly Float64Array[], last: Float64Array): number {
  const states = first.length;
  let costs = first;
  for (const pair of pairs) {
    const next = new Float64Array(states).fill(Number.POSITIVE_INFINITY);
    for (let from = 0, at = 0; from < states; from++) {
      const cost = costs[from] ?? 0;
      for (let to = 0; to < states; to++) next[to] = Math.min(next[to] ?? 0, cost + (pair[at++] ?? 0));
    }
    costs = next;
  }
  return costs.reduce((best, cost, digit) => Math.min(best, cost + (last[digit] ?? 0)), Number.POSITIVE_INFINITY);
}

export interface EanNumber {
  readonly digits: readonly number[];
  readonly cost: number;
}

/** Numbers with more than this cost above the best one are not searched for. */
export const LEAD_MAX = 1;

/** The two cheapest numbers with the parity of a first digit and the right check digit. */
export function bestNumbers(costs: EanCosts): readonly EanNumber[] {
  const { start, leftPairs, toMiddle } = costs;
  const right = halves(costs.fromMiddle, costs.rightPairs, costs.end, []);
  const lefts = EVEN_PARITY.map((even) => halfCost(start, leftPairs, toMiddle, even));
  const least = Math.min(...lefts);
  const numbers = EVEN_PARITY.flatMap((even, first) => {
    if ((lefts[first] ?? 0) > least + LEAD_MAX) return [];
    return halves(start, leftPairs, toMiddle, even).flatMap((paths, sum) =>
      paths.flatMap((path) =>
        (right[(20 - sum - first) % 10] ?? []).map((other) => ({ first, path, other, cost: path.cost + other.cost })),
      ),
    );
  });
  return numbers
    .sort((a, b) => a.cost - b.cost)
    .slice(0, 2)
    .map(({ first, path, other, cost }) => ({ digits: [first, ...digitsOf(path), ...digitsOf(other)], cost }));
}

/** A sequence of digits by its last one. */
interface Path {
  readonly digit: number;
  readonly before: Path | null;
  readonly cost: number;
}

function digitsOf(path: Path): readonly number[] {
  const digits: number[] = [];
  for (let each: Path | null = path; each; each = each.before) digits.unshift(each.digit);
  return digits;
}

const TEN = Array.from({ length: 10 }, (_, digit) => digit);

/** The state of a digit at a place: digits with even parity follow the others. */
function stateOf(digit: number, place: number, even: readonly boolean[]): number {
  return even[place] ? digit + 10 : digit;
}

/** The cost of the best six digits with this parity, whatever their check digit. */
function halfCost(
  first: Float64Array,
  pairs: readonly Float64Array[],
  last: Float64Array,
  even: readonly boolean[],
): number {
  let costs = TEN.map((digit) => first[stateOf(digit, 0, even)] ?? 0);
  for (const [index, pair] of pairs.entries()) {
    const before = costs;
    costs = TEN.map((digit) => {
      const to = stateOf(digit, index + 1, even);
      let best = Number.POSITIVE_INFINITY;
      for (let from = 0; from < 10; from++)
        best = Math.min(best, (before[from] ?? 0) + (pair[stateOf(from, index, even) * first.length + to] ?? 0));
      return best;
    });
  }
  return Math.min(...costs.map((cost, digit) => cost + (last[stateOf(digit, pairs.length, even)] ?? 0)));
}

/**
 * The two cheapest sequences of six digits for each weighted sum modulo ten: the first digit counts
 * three times, the second once.
 * @param even places of digits with even parity, of a left half
 */
function halves(
  first: Float64Array,
  pairs: readonly Float64Array[],
  last: Float64Array,
  even: readonly boolean[],
): readonly (readonly Path[])[] {
  const weight = (place: number) => (place % 2 === 0 ? 3 : 1);
  let open = TEN.map((digit) => {
    const path: Path = { digit, before: null, cost: first[stateOf(digit, 0, even)] ?? 0 };
    return TEN.map((sum): Path[] => ((digit * weight(0)) % 10 === sum ? [path] : []));
  });
  for (const [index, pair] of pairs.entries()) {
    const place = index + 1;
    const shorter = open;
    open = TEN.map((digit) => {
      const to = stateOf(digit, place, even);
      return TEN.map((sum) => {
        const best: Path[] = [];
        for (let from = 0; from < 10; from++) {
          const step = pair[stateOf(from, index, even) * first.length + to] ?? 0;
          for (const before of shorter[from]?.[(sum + 100 - digit * weight(place)) % 10] ?? [])
            addToTwo(best, digit, before, before.cost + step);
        }
        return best;
      });
    });
  }
  return TEN.map((sum) => {
    const best: Path[] = [];
    for (const path of open.flatMap((sums) => sums[sum] ?? []))
      addToTwo(best, path.digit, path.before, path.cost + (last[stateOf(path.digit, pairs.length, even)] ?? 0));
    return best;
  });
}

/** Keeps the two cheapest, in order. */
function addToTwo(best: Path[], digit: number, before: Path | null, cost: number): void {
  const [first, second] = best;
  if (second && cost >= second.cost) return;
  const path = { digit, before, cost };
  if (first && cost >= first.cost) best[1] = path;
  else {
    if (first) best[1] = first;
    best[0] = path;
  }
}
