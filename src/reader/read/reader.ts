import type { Decoded, DecodeRequest, ScanFormat } from '../decode-protocol.ts';
import type { Effort, EngineReading, Engines } from './engine.ts';
import {
  acceptedVote,
  addVote,
  asPrinted,
  findAgreed,
  isBars,
  isCertain,
  isConfirmed,
  isPlausible,
  isWeak,
  NO_VOTES,
  type Vote,
  type Votes,
} from './guards.ts';
import { createIdleDetector } from './idle.ts';
import type { Luma } from './luma.ts';
import {
  BLURRED,
  CENTRE_SHARE,
  cropCentre,
  FILM_ATTEMPTS,
  FIRST_ATTEMPTS,
  LAST_ATTEMPTS,
  type PictureView,
  type ReadAttempt,
  STILL_ATTEMPTS,
  unchangedView,
  viewHalved,
} from './read-attempts.ts';

export interface Reader {
  /**
   * Runs all attempts on one still picture, the same ones on every machine. Returns one code even
   * if the picture has several. Its result is certain.
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
/** The maximum number of codes per picture. */
const CODES_MAX = 8;
/**
 * Length of the longer side from which a code counts as large, pixels: a Code 128 of ten digits has
 * 90 modules, a QR code of a short text 25.
 */
const LARGE_PX = { bars: 360, square: 120 } as const;
/**
 * Attempts at a still picture after its result is settled: they may confirm or contradict it. A
 * time limit would make a busy machine read less than a fast one.
 */
const STILL_ATTEMPTS_AFTER = 2;

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
  const rest = createIdleDetector();
  /* Skipped pictures do not count as turns, so that every kind of attempt gets its turn. */
  let rested = 0;
  return {
    async still(picture, formats) {
      const eye = attemptsOn(unchangedView(picture), engines, formats, 1);
      let settledFor = 0;
      for (const attempt of STILL_ATTEMPTS) {
        await eye.with(attempt);
        const code = eye.proven();
        if (code) return [code];
        settledFor = eye.isSettled() ? settledFor + 1 : 0;
        if (settledFor > STILL_ATTEMPTS_AFTER) break;
      }
      const believed = eye.believed();
      if (believed.length > 0) return believed;
      for (const attempt of LAST_ATTEMPTS) {
        await eye.with(attempt);
        const code = eye.proven();
        if (code && code.engines.length > 1) return [code];
      }
      return [];
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
    if (seen.length === 0) return [];
    if (!eye.proven()) lead = seen.every(isUnconfirmed) ? { middle: false, hard: BLURRED } : { middle, hard };
    return mergeCodes(seen, await besides(seen, picture, formats));
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

function attemptsOn(base: PictureView, engines: Engines, formats: readonly ScanFormat[], most: number) {
  let bars: Votes = NO_VOTES;
  let squares: Votes = NO_VOTES;
  const formatsOf = {
    both: formats,
    bars: formats.filter((format) => isBars({ format })),
    squares: formats.filter((format) => !isBars({ format })),
  } as const;
  return {
    async with(attempt: ReadAttempt): Promise<void> {
      const engine = engines[attempt.engine];
      const requested = engine ? formatsOf[attempt.only].filter((format) => engine.formats.includes(format)) : [];
      const view = requested.length > 0 ? attempt.view(base.picture) : null;
      if (!engine || !view) return;
      const toPicture = (reading: EngineReading) => ({
        ...reading,
        outline: reading.outline.map((point) => base.back(view.back(point))),
      });
      const effort: Effort = { most, isEnlarged: attempt.isEnlarged ?? false };
      const read = await engine.read(view.picture, requested, effort);
      const readings = read
        .map((reading) => asPrinted(reading, formats))
        .filter(isPlausible)
        .map(toPicture)
        .map((reading) => (attempt.isUnsure ? { ...reading, firm: false } : reading));
      const by = { name: attempt.name, engine: engine.name };
      squares = addVote(
        squares,
        by,
        readings.filter((reading) => !isBars(reading)),
      );
      bars = addVote(bars, by, readings.filter(isBars));
    },
    /** A code that this picture alone proves: a square one, or bars that two attempts agree on. */
    proven(): Decoded | null {
      const [square] = squares.byText.values();
      if (square) return decoded(square, isCertain(square.reading));
      const both = findAgreed(bars);
      return both && decoded(both, true);
    },
    /**
     * True if more attempts would hardly change the result. A single reading of weak bars is not
     * enough.
     */
    isSettled(): boolean {
      const code = acceptedVote(bars);
      return code !== null && (code.attempts.size > 1 || !isWeak(code.reading));
    },
    /** The trustworthy results of a still picture after all attempts. */
    believed(): readonly Decoded[] {
      const code = acceptedVote(bars);
      return code ? [decoded(code, true)] : [];
    },
    /**
     * All results with their readings; other frames may confirm them. Bars from an extra attempt
     * alone must be firm, because two frames may mislead it in the same way.
     */
    seen(): readonly Decoded[] {
      const worthwhile = [...bars.byText.values()].filter(
        ({ firm, attempts }) => firm || FIRST_ATTEMPTS.some(({ name }) => attempts.has(name)),
      );
      return [...squares.byText.values(), ...worthwhile].map((each) => decoded(each, isCertain(each.reading)));
    },
  };
}

function decoded({ reading, attempts, engines }: Vote, sure: boolean): Decoded {
  const { text, format, outline } = reading;
  return { text, format, outline, sure, looks: isWeak(reading) ? engines.size : attempts.size, engines: [...engines] };
}
