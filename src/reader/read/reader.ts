import type { Decoded, DecodeRequest, ScanFormat } from '../decode-protocol.ts';
import { boxOfRegion, findBarRegions } from './bar-regions.ts';
import type { Engines } from './engine.ts';
import { isBars, isConfirmed } from './guards.ts';
import { createIdleDetector } from './idle.ts';
import type { Luma } from './luma.ts';
import { boxOf, centreOf, isInside } from './places.ts';
import {
  BLURRED,
  CENTRE_SHARE,
  cropBox,
  cropCentre,
  FILM_ATTEMPTS,
  FIRST_ATTEMPTS,
  FURTHER_ATTEMPTS,
  type ReadAttempt,
  unchangedView,
  viewHalved,
} from './read-attempts.ts';
import { codeOfStill, furtherCodes } from './read-still.ts';
import { attemptsOn, CODES_MAX } from './run-attempts.ts';

export interface Reader {
  /**
   * Runs all attempts on one still picture, the same ones on every machine. Returns the first code
   * and others that need no extra attempt. Its results are certain.
   */
  still(picture: Luma, formats: readonly ScanFormat[]): Promise<readonly Decoded[]>;
  /**
   * Reads one frame of a film, alternating between the middle and the whole, and returns all its
   * codes. It gives up early, because the next frame follows soon. Only every third frame without a
   * result gets an extra attempt.
   * @param turn counts frames from 0
   */
  frame(picture: Luma, formats: readonly ScanFormat[], turn: number): Promise<readonly Decoded[]>;
}

/** Reads a picture by its type: a frame of a film, by its number, or a still picture. */
export function readAs(
  reader: Reader,
  picture: Luma,
  formats: readonly ScanFormat[],
  turn: DecodeRequest['turn'],
): Promise<readonly Decoded[]> {
  return turn === 'still' ? reader.still(picture, formats) : reader.frame(picture, formats, turn);
}

/**
 * How often a frame gets an extra attempt. It shares no factor with the alternation of middle and
 * whole, so that both get the most useful one, the rotation.
 */
const HARD_EVERY = 3;
/** Regions in which such a look searches for bars. */
const REGIONS_MAX = 4;
/** How often a look at a film that has found a code searches for all others. */
const FULL_LOOK_EVERY = 3;
/**
 * Length of the longer side from which a code counts as large, pixels: a Code 128 of ten digits has
 * 90 modules, a QR code of a short text 25.
 */
const LARGE_PX = { bars: 360, square: 120 } as const;
/**
 * @param hardFrames true if the engines are fast enough for extra attempts at a film
 * @param now ms of a monotonic clock
 */
export function createReader(
  engines: Engines,
  hardFrames: boolean,
  now: () => number = () => performance.now(),
): Reader {
  /*
   * An attempt that found something uncertain is repeated on the next frame: its regular turn may
   * come after the code has left the view.
   */
  let lead: Plan | null = null;
  /* Consecutive looks that found a code, and the texts of the last one. */
  let looksWithCode = 0;
  let known: ReadonlySet<string> = new Set();
  const rest = createIdleDetector();
  /* Skipped pictures do not count as turns, so that every kind of attempt gets its turn. */
  let rested = 0;
  return {
    async still(picture, formats) {
      const code = await codeOfStill(engines, picture, formats);
      return code ? mergeCodes([code], await furtherCodes(engines, picture, formats)) : [];
    },
    async frame(picture, formats, turn) {
      if (!rest.isOver(picture, now())) {
        rested++;
        return [];
      }
      const seen = await readFrame(picture, formats, turn - rested);
      rest.attemptEnded(seen.length > 0, now());
      return seen;
    },
  };

  async function readFrame(picture: Luma, formats: readonly ScanFormat[], turn: number): Promise<readonly Decoded[]> {
    const { middle, hard } = lead ?? planFor(turn, hardFrames);
    const eye = attemptsOn(middle ? cropCentre(picture, CENTRE_SHARE) : unchangedView(picture), engines, formats, 1);
    lead = null;
    for (const attempt of hard ? [...FIRST_ATTEMPTS, hard] : FIRST_ATTEMPTS) {
      await eye.with(attempt);
      if (eye.proven()) break;
    }
    const seen = eye.seen();
    if (seen.length === 0) {
      looksWithCode = 0;
      known = new Set();
      return [];
    }
    if (!eye.proven()) lead = seen.every(isUnconfirmed) ? { middle: false, hard: BLURRED } : { middle, hard };
    return withOthers(seen, picture, formats);
  }

  /**
   * Adds the other codes of a frame. A full look takes longer, so only the first one at a code and
   * every third one after it are full.
   */
  async function withOthers(seen: readonly Decoded[], picture: Luma, formats: readonly ScanFormat[]) {
    const isFull = looksWithCode++ % FULL_LOOK_EVERY === 0 || seen.some(({ text }) => !known.has(text));
    const codes = mergeCodes(seen, await besides(seen, picture, formats));
    const all = isFull ? mergeCodes(codes, await barsBeside(codes, picture, formats)) : codes;
    known = new Set(all.map(({ text }) => text));
    return all;
  }

  /** Bars away from the codes that were found: the search for them is cheap if there are none. */
  async function barsBeside(
    codes: readonly Decoded[],
    picture: Luma,
    formats: readonly ScanFormat[],
  ): Promise<readonly Decoded[]> {
    const boxes = codes.filter(({ outline }) => outline.length > 1).map(({ outline }) => boxOf(outline));
    let found: readonly Decoded[] = [];
    for (const region of findBarRegions(picture, REGIONS_MAX, boxes)) {
      const place = boxOfRegion(region);
      if (boxes.some((box) => isInside(region.centre, box) || isInside(centreOf(box), place))) continue;
      const eye = attemptsOn(cropBox(picture, place), engines, formats, CODES_MAX);
      for (const attempt of FURTHER_ATTEMPTS) await eye.with({ ...attempt, only: 'bars' });
      found = mergeCodes(found, eye.seen());
    }
    return found;
  }

  /**
   * Other codes next to a found one are about as far away and therefore as large. If the found one
   * is large, a picture with a quarter of the pixels shows them in a quarter of the time.
   */
  async function besides(
    seen: readonly Decoded[],
    picture: Luma,
    formats: readonly ScanFormat[],
  ): Promise<readonly Decoded[]> {
    const view = (seen.every(isLarge) && viewHalved(picture)) || unchangedView(picture);
    const eye = attemptsOn(view, engines, formats, CODES_MAX);
    for (const attempt of FIRST_ATTEMPTS) if (attempt.engine === 'main') await eye.with(attempt);
    return eye.seen();
  }
}

/**
 * True if a code of this size is still readable at half the width and height: its modules are at
 * least four pixels wide, judging by typical voucher codes.
 */
function isLarge(code: Decoded): boolean {
  const xs = code.outline.map(({ x }) => x);
  const ys = code.outline.map(({ y }) => y);
  const side = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  return code.outline.length > 1 && side >= LARGE_PX[isBars(code) ? 'bars' : 'square'];
}

/** True for weak bars that need the opinion of another engine. */
function isUnconfirmed(code: Decoded): boolean {
  return !isConfirmed(code, code.engines);
}

/** Adds codes from another attempt at the same picture. */
function mergeCodes(seen: readonly Decoded[], added: readonly Decoded[]): readonly Decoded[] {
  return [...seen, ...added.filter(({ text }) => !seen.some((code) => code.text === text))];
}

/** The attempts for one frame of a film. */
interface Plan {
  readonly middle: boolean;
  /** An extra attempt after the first ones. */
  readonly hard: ReadAttempt | null;
}

function planFor(turn: number, hardFrames: boolean): Plan {
  const hard =
    hardFrames && turn % HARD_EVERY === 0 ? FILM_ATTEMPTS.at((turn / HARD_EVERY) % FILM_ATTEMPTS.length) : undefined;
  return { middle: turn % 2 === 0, hard: hard ?? null };
}
