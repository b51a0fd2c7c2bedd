import type { Decoded } from './decode-protocol.ts';
import { areApart, isBars, isConfirmed, isWeak } from './read/guards.ts';

/** An uncertain result of one picture. */
interface Sighting {
  readonly code: Decoded;
  readonly at: number;
}

/**
 * The codes in view, and the latest uncertain results.
 *
 * Times are milliseconds of one clock.
 */
export interface Sightings {
  readonly inView: ReadonlyMap<string, { readonly code: Decoded; readonly at: number }>;
  readonly sightings: readonly Sighting[];
}

export const SIGHTINGS = {
  /** A code that was not seen for this long has left, and is read again when it returns. */
  absentMs: 1_000,
  agreeMs: 2_000,
  /** This number of readings is enough if no other text has more. */
  looksEnough: 3,
  /** This number of readings is enough if no other text has more than half as many. */
  looksFew: 2,
  /**
   * Another text contradicts this one only if it was read within this time before the first reading
   * of this one. After a pause, the next card in the same place is not a misread.
   */
  rivalMs: 500,
} as const;

export const noSightings: Sightings = { inView: new Map(), sightings: [] };

/**
 * Adds the result of one picture.
 * @returns `read`: codes that newly came into view, each once while it stays; `isOpen`: this
 * picture shows another code that does not count yet
 */
export function addPicture(
  before: Sightings,
  decoded: readonly Decoded[],
  at: number,
): { readonly state: Sightings; readonly read: readonly Decoded[]; readonly isOpen: boolean } {
  const inView = new Map([...before.inView].filter(([, seen]) => at - seen.at <= SIGHTINGS.absentMs));
  const sightings = [
    ...before.sightings.filter((sighting) => at - sighting.at <= SIGHTINGS.agreeMs),
    ...decoded.map((code) => ({ code, at })),
  ];
  const read: Decoded[] = [];
  let isOpen = false;
  for (const code of decoded) {
    const isInView = inView.has(code.text);
    if (isInView || code.sure || counts(code, sightings)) {
      if (!isInView) read.push(code);
      inView.set(code.text, { code, at });
    } else {
      isOpen = true;
    }
  }
  return { state: { inView, sightings }, read, isOpen };
}

/**
 * Resumes after a pause. Codes in view before it still count as in view, so that a card left under
 * the camera is not read twice.
 */
export function resumeView(before: Sightings, at: number): Sightings {
  return { inView: new Map([...before.inView].map(([text, { code }]) => [text, { code, at }])), sightings: [] };
}

/**
 * Three readings are enough if no contradicting text has more, two if no such text has more than
 * one. Readings of weak types must be from two engines; {@link isConfirmed} decides.
 */
function counts(code: Decoded, sightings: readonly Sighting[]): boolean {
  const sameText = sightings.filter((sighting) => sighting.code.text === code.text);
  const engines = new Set(sameText.flatMap((sighting) => sighting.code.engines));
  if (!isConfirmed(code, engines)) return false;
  const votes = votesOf(sameText);
  const rivals = rivalVotes(sameText, sightings);
  if (votes >= SIGHTINGS.looksEnough) return votes >= rivals;
  if (votes < SIGHTINGS.looksFew) return false;
  if (isWeak(code) && engines.size < 2) return false;
  return votes >= 2 * rivals;
}

/** The number of readings of the strongest contradicting text. */
function rivalVotes(sameText: readonly Sighting[], sightings: readonly Sighting[]): number {
  const [first] = sameText;
  if (!first) return 0;
  const rivals = sightings.filter((sighting) => sighting.code.text !== first.code.text && isRival(sighting, sameText));
  const stillRead = rivals.filter(({ at }) => at >= first.at - SIGHTINGS.rivalMs).map(({ code }) => code.text);
  return Math.max(0, ...stillRead.map((text) => votesOf(rivals.filter(({ code }) => code.text === text))));
}

function votesOf(sightings: readonly Sighting[]): number {
  return sightings.reduce((sum, { code }) => sum + code.looks, 0);
}

/**
 * Two texts of bars, or of squares, contradict each other unless one picture shows them in two
 * places.
 */
function isRival(sighting: Sighting, sameText: readonly Sighting[]): boolean {
  return !sameText.some(
    ({ code, at }) => isBars(code) !== isBars(sighting.code) || (at === sighting.at && areApart(code, sighting.code)),
  );
}
