import type { Decoded, ScanFormat } from '../decode-protocol.ts';
import type { Effort, EngineReading, Engines } from './engine.ts';
import {
  acceptedVote,
  addVote,
  asPrinted,
  findAgreed,
  findAllAgreed,
  isBars,
  isCertain,
  isPlausible,
  isWeak,
  NO_VOTES,
  type Vote,
  type Votes,
} from './guards.ts';
import { FIRST_ATTEMPTS, type PictureView, type ReadAttempt } from './read-attempts.ts';

/** The maximum number of codes per picture. */
export const CODES_MAX = 8;

/** Runs attempts at one picture and collects their results. @param most codes per attempt */
export function attemptsOn(base: PictureView, engines: Engines, formats: readonly ScanFormat[], most: number) {
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
    /** The trustworthy result of a still picture after all attempts. */
    believed(): Decoded | null {
      const code = acceptedVote(bars);
      return code && decoded(code, true);
    },
    /** All codes that this picture alone proves. */
    allProven(): readonly Decoded[] {
      const certain = [...squares.byText.values()].filter(({ reading }) => isCertain(reading));
      return [...certain, ...findAllAgreed(bars)].map((vote) => decoded(vote, true));
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
