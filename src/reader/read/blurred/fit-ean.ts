import type { Profile } from './bar-profile.ts';
import { bestNumbers, eanCosts, freeCost, LEAD_MAX, nearest } from './ean-paths.ts';
import { BLURS, EAN_MODULES, eanWaves, renderEan, SAMPLES, SEARCH_BLURS, searchWaves } from './ean-waves.ts';
import { correlationOf, levelled } from './levels.ts';

/** The position of a code in a profile: start and module in its steps, and the blur in modules. */
interface Placement {
  readonly start: number;
  readonly module: number;
  /** The deviation in the middle, modules: the code is seen at an angle or bent. */
  readonly bend: number;
  readonly blur: number;
  /** The darkness of white and of black. */
  readonly low: number;
  readonly high: number;
}

/** The number that fits a profile best. */
export interface EanFit {
  readonly text: string;
  readonly placement: Placement;
  /** The ends of its bars in the profile, as given. */
  readonly ends: readonly number[];
  /** True if it is printed from right to left in the profile. */
  readonly isReversed: boolean;
  /** How much worse the second best number fits: a sum of squares, where black is 1. */
  readonly lead: number;
  /** The correlation of the profile with the blurred number. */
  readonly correlation: number;
}

/** A placement in a profile and its cost: a share of the signal's variance. */
interface Placed {
  readonly profile: Profile;
  readonly placement: Placement;
  readonly cost: number;
}

const LENGTH = EAN_MODULES * SAMPLES;
/** The code may begin and end this much off the detected bars, samples. */
const MARGIN = 14 * SAMPLES;
/** The search tries these modules, relative to the mean one, and these bends. */
const MODULE_FACTORS = { from: 0.72, to: 1.1, count: 55 } as const;
const BENDS = [-0.9, 0, 0.9] as const;
/** Placements whose digits are compared, and those that are refined. */
const LIKELY = 80;
const CANDIDATES = 3;
/** A refined placement with a higher cost is no code, a share of the signal's variance. */
const COST_MAX = 0.16;
/** Two placements count as different from these distances on, modules and share of a module. */
const APART = { start: 0.6, module: 0.01 } as const;
/** Avoids a division by zero in an even signal. */
const VARIANCE_MIN = 1e-6;
/** Rounds of refinement: steps are halved after each one without progress. */
const REFINEMENTS = 3;
const PROGRESS_MIN = 1e-4;

/** Rounds in which the levels are fitted to the number that was found. */
const LEVEL_ROUNDS = 4;

/** Searches the profile for a code, in both directions. @returns null if none is similar enough */
export function fitEan(profile: Profile): EanFit | null {
  const [best] = searched(profile)
    .map((found) => refined(found))
    .sort((a, b) => a.cost - b.cost);
  return best && best.cost < COST_MAX ? numberAt(best) : null;
}

/** The number in another part of the same code, near a known placement. */
export function fitEanAt(profile: Profile, { placement, isReversed }: EanFit): EanFit | null {
  return numberAt(refined(costOf(isReversed ? reversed(profile) : profile, placement)));
}

function reversed({ ink, from, to, isReversed }: Profile): Profile {
  return { ink: ink.toReversed(), from: ink.length - 1 - to, to: ink.length - 1 - from, isReversed: !isReversed };
}

/** The most likely placements in both directions, best first. */
function searched(profile: Profile): Placed[] {
  const { ink, from, to } = profile;
  const inside = ink.slice(from, to + 1).sort();
  const low = inside[Math.floor(inside.length * 0.03)] ?? 0;
  const high = inside[Math.floor(inside.length * 0.97)] ?? 1;
  if (high <= low) return [];
  const found: { placement: Placement; edges: number }[] = [];
  const signal = new Float64Array(2 * MARGIN + LENGTH);
  const mean = (to - from + 1) / EAN_MODULES;
  const middle = (from + to + 1) / 2;
  for (let index = 0; index < MODULE_FACTORS.count; index++) {
    const share = index / (MODULE_FACTORS.count - 1);
    const module = mean * (MODULE_FACTORS.from + (MODULE_FACTORS.to - MODULE_FACTORS.from) * share);
    for (const bend of BENDS) {
      for (let at = 0; at < signal.length; at++) {
        const along = (at + 0.5 - MARGIN) / LENGTH;
        signal[at] = valueAt(ink, middle + ((along - 0.5) * EAN_MODULES + 4 * bend * along * (1 - along)) * module);
      }
      for (const { shift, edges } of likelyShifts(signal)) {
        const start = middle + ((shift - MARGIN) / SAMPLES - EAN_MODULES / 2) * module;
        found.push({ edges, placement: { start, module, bend, blur: SEARCH_BLURS[0], low, high } });
      }
    }
  }
  const back = reversed(profile);
  const likely = apartOf(
    found.sort((a, b) => b.edges - a.edges),
    LIKELY,
  ).flatMap(({ placement }) => [placedBy(profile, placement), placedBy(back, mirrored(placement, ink))]);
  return likely.sort((a, b) => a.cost - b.cost).slice(0, CANDIDATES);
}

/** The same placement in the reversed profile. */
function mirrored(placement: Placement, ink: Float64Array): Placement {
  const { start, module, bend } = placement;
  return { ...placement, start: ink.length - start - EAN_MODULES * module, bend: -bend };
}

/**
 * The best shifts by their edges: every left digit begins after a bar and every right digit with
 * one, in both directions.
 */
function likelyShifts(signal: Float64Array): readonly { shift: number; edges: number }[] {
  const sums = new Float64Array(signal.length + 1);
  const squares = new Float64Array(signal.length + 1);
  for (let at = 0; at < signal.length; at++) {
    const value = signal[at] ?? 0;
    sums[at + 1] = (sums[at] ?? 0) + value;
    squares[at + 1] = (squares[at] ?? 0) + value * value;
  }
  const edges = new Float64Array(2 * MARGIN + 1);
  for (let shift = 0; shift < edges.length; shift++) {
    let strength = 0;
    for (let digit = 0; digit <= 6; digit++) {
      const left = shift + (3 + 7 * digit) * SAMPLES;
      const right = shift + (50 + 7 * digit) * SAMPLES;
      strength += (signal[left - 1] ?? 0) - (signal[left] ?? 0) + (signal[right] ?? 0) - (signal[right - 1] ?? 0);
    }
    const sum = (sums[shift + LENGTH] ?? 0) - (sums[shift] ?? 0);
    const square = (squares[shift + LENGTH] ?? 0) - (squares[shift] ?? 0);
    edges[shift] = strength / Math.sqrt(square - (sum * sum) / LENGTH + VARIANCE_MIN);
  }
  const likely: { shift: number; edges: number }[] = [];
  for (const [shift, strength] of edges.entries())
    if (strength > (edges[shift - 1] ?? 0) && strength >= (edges[shift + 1] ?? 0))
      likely.push({ shift, edges: strength });
  return likely;
}

/** A placement by the cost of independent digits, with the better of the search's blurs. */
function placedBy(profile: Profile, placement: Placement): Placed {
  const signal = scaled(sampled({ profile, placement }), placement);
  const variance = varianceOf(signal);
  const costs = SEARCH_BLURS.map((blur): Placed => {
    const { guard, middle, left, right } = searchWaves(blur);
    let cost = nearest(signal, 0, guard) + nearest(signal, 45 * SAMPLES, middle) + nearest(signal, 92 * SAMPLES, guard);
    for (let digit = 0; digit < 6; digit++)
      cost += nearest(signal, (3 + 7 * digit) * SAMPLES, left) + nearest(signal, (50 + 7 * digit) * SAMPLES, right);
    return { profile, placement: { ...placement, blur }, cost: cost / variance };
  });
  return costs.reduce((best, each) => (each.cost < best.cost ? each : best));
}

/** The first ones that are not close to an earlier one. */
function apartOf<Found extends { readonly placement: Placement }>(sorted: readonly Found[], most: number): Found[] {
  const apart: Found[] = [];
  for (const each of sorted) {
    if (apart.every((other) => isApart(each.placement, other.placement))) apart.push(each);
    if (apart.length >= most) break;
  }
  return apart;
}

function varianceOf(signal: Float64Array): number {
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < signal.length; at++) {
    const value = signal[at] ?? 0;
    sum += value;
    squares += value * value;
  }
  return squares - (sum * sum) / signal.length + VARIANCE_MIN;
}

function isApart(one: Placement, other: Placement): boolean {
  const shift = one.start - other.start + ((one.module - other.module) * EAN_MODULES) / 2;
  return (
    Math.abs(shift) > APART.start * one.module ||
    Math.abs(one.module - other.module) > APART.module * one.module ||
    one.bend !== other.bend
  );
}

function valueAt(ink: Float64Array, position: number): number {
  const at = Math.min(Math.max(position - 0.5, 0), ink.length - 1.001);
  const left = Math.floor(at);
  const share = at - left;
  return (ink[left] ?? 0) * (1 - share) + (ink[left + 1] ?? 0) * share;
}

/** The profile along the code, not yet scaled. */
function sampled({ profile: { ink }, placement: { start, module, bend } }: Pick<Placed, 'profile' | 'placement'>) {
  const values = new Float64Array(LENGTH);
  for (let at = 0; at < LENGTH; at++) {
    const share = (at + 0.5) / LENGTH;
    values[at] = valueAt(ink, start + (EAN_MODULES * share + 4 * bend * share * (1 - share)) * module);
  }
  return values;
}

function scaled(values: Float64Array, { low, high }: Placement): Float64Array {
  return values.map((value) => (value - low) / (high - low));
}

/** Improves a placement step by step. */
function refined(initial: Placed): Placed {
  let best = costOf(initial.profile, initial.placement);
  let step = 1;
  for (let round = 0; round < REFINEMENTS; ) {
    const before = best;
    for (const change of changesOf(before.placement, step)) {
      const next = costOf(initial.profile, { ...best.placement, ...change });
      if (next.cost < best.cost) best = next;
    }
    if (before.cost - best.cost < PROGRESS_MIN) {
      step /= 2;
      round++;
    }
  }
  return best;
}

function changesOf({ start, module, bend, blur, low, high }: Placement, step: number): readonly Partial<Placement>[] {
  const index = BLURS.findIndex((each) => each === blur);
  const shift = 0.25 * step * module;
  const growth = 0.004 * step * module;
  const stretch = 0.06 * step * (high - low);
  const blurs = [BLURS[index - 1], BLURS[index + 1]].flatMap((each) => (each === undefined ? [] : [{ blur: each }]));
  return [
    { start: start - shift },
    { start: start + shift },
    { module: module - growth, start: start + growth * (EAN_MODULES / 2) },
    { module: module + growth, start: start - growth * (EAN_MODULES / 2) },
    { bend: bend - 0.3 * step },
    { bend: bend + 0.3 * step },
    ...blurs,
    { high: high - stretch },
    { high: high + stretch },
  ];
}

function costOf(profile: Profile, placement: Placement): Placed {
  const signal = scaled(sampled({ profile, placement }), placement);
  const cost = freeCost(eanCosts(signal, eanWaves(placement.blur))) / varianceOf(signal);
  return { profile, placement, cost };
}

/** Finds the number, and fits the levels of white and black along the code to it. */
function numberAt(placed: Placed): EanFit | null {
  const { placement, profile } = placed;
  const values = sampled(placed);
  let signal = scaled(values, placement);
  let text = '';
  for (let round = 0; round < LEVEL_ROUNDS; round++) {
    const [best, second] = bestNumbers(eanCosts(signal, eanWaves(placement.blur)));
    if (!best) return null;
    const wave = renderEan(best.digits, placement.blur);
    const isSame = text === best.digits.join('');
    text = best.digits.join('');
    if (isSame || round === LEVEL_ROUNDS - 1)
      return {
        text,
        placement,
        isReversed: profile.isReversed,
        ends: endsOf(placed),
        lead: second ? second.cost - best.cost : LEAD_MAX,
        correlation: correlationOf(signal, wave),
      };
    signal = levelled(values, wave);
  }
  return null;
}

/** The ends in the profile that is not reversed. */
function endsOf({ profile: { ink, isReversed }, placement: { start, module } }: Placed): readonly number[] {
  return [start, start + EAN_MODULES * module].map((end) => (isReversed ? ink.length - end : end));
}
