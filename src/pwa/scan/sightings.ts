import type { Decoded, Point } from './decode-protocol.ts';
import { isBars, isWeak } from './read/guards.ts';

/** An uncertain result of one picture. */
interface Look {
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
  readonly looks: readonly Look[];
}

export const SIGHTINGS = {
  /** A code that was not seen for this long has left, and is read again when it returns. */
  absentMs: 1_000,
  agreeMs: 2_000,
  /** This number of readings is enough if no other text has more. */
  looksEnough: 3,
  /** This number is enough if no other text has more than half of them. */
  looksFew: 2,
  /**
   * Another text counts fully if it was still read within this time before the first reading of
   * this one. After a pause, the next card in the same place is not a misread.
   */
  rivalMs: 500,
} as const;

export const nothingSeen: Sightings = { inView: new Map(), looks: [] };

/**
 * Adds the result of one picture.
 * @returns `read`: codes that newly came into view, each once while it stays; `isOpen`: this
 * picture shows another code that does not count yet
 */
export function see(
  before: Sightings,
  decoded: readonly Decoded[],
  at: number,
): { readonly state: Sightings; readonly read: readonly Decoded[]; readonly isOpen: boolean } {
  const inView = new Map([...before.inView].filter(([, seen]) => at - seen.at <= SIGHTINGS.absentMs));
  const looks = [
    ...before.looks.filter((look) => at - look.at <= SIGHTINGS.agreeMs),
    ...decoded.map((code) => ({ code, at })),
  ];
  const read: Decoded[] = [];
  let isOpen = false;
  for (const code of decoded) {
    const isKnown = inView.has(code.text);
    if (isKnown || code.sure || counts(code, looks)) {
      if (!isKnown) read.push(code);
      inView.set(code.text, { code, at });
    } else {
      isOpen = true;
    }
  }
  return { state: { inView, looks }, read, isOpen };
}

/**
 * Resumes after a pause. Codes in view before it still count as in view, so that a card left under
 * the camera is not read twice.
 */
export function resume(before: Sightings, at: number): Sightings {
  return { inView: new Map([...before.inView].map(([text, { code }]) => [text, { code, at }])), looks: [] };
}

/**
 * Three readings are enough if no contradicting text has more: a smeared label is misread in the
 * same way repeatedly. Two are enough if no such text has more than one; for weak types, they must
 * be from two engines.
 */
function counts(code: Decoded, looks: readonly Look[]): boolean {
  const own = looks.filter((look) => look.code.text === code.text);
  const votes = votesOf(own);
  const rivals = rivalVotes(own, looks);
  if (votes >= SIGHTINGS.looksEnough) return votes >= rivals;
  if (votes < SIGHTINGS.looksFew) return false;
  if (isWeak(code) && new Set(own.flatMap((look) => look.code.engines)).size < 2) return false;
  return votes >= 2 * rivals;
}

/** The number of readings of the strongest contradicting text. */
function rivalVotes(own: readonly Look[], looks: readonly Look[]): number {
  const [first] = own;
  if (!first) return 0;
  const rivals = looks.filter((look) => look.code.text !== first.code.text && isRival(look, own));
  const stillRead = rivals.filter(({ at }) => at >= first.at - SIGHTINGS.rivalMs).map(({ code }) => code.text);
  return Math.max(0, ...stillRead.map((text) => votesOf(rivals.filter(({ code }) => code.text === text))));
}

function votesOf(looks: readonly Look[]): number {
  return looks.reduce((sum, { code }) => sum + code.looks, 0);
}

/**
 * Two texts of bars, or of squares, contradict each other unless one picture shows them in two
 * places.
 */
function isRival(look: Look, own: readonly Look[]): boolean {
  return !own.some(
    ({ code, at }) => isBars(code) !== isBars(look.code) || (at === look.at && areApart(code, look.code)),
  );
}

/** A position from zbar alone is imprecise: another code is at least half a code's width away. */
function areApart(one: Decoded, other: Decoded): boolean {
  if (one.outline.length < 2 || other.outline.length < 2) return false;
  const a = boxOf(one.outline);
  const b = boxOf(other.outline);
  const isRough = [one, other].some((code) => isBars(code) && code.engines.every((engine) => engine === 'zbar'));
  const margin = isRough ? Math.max(a.right - a.left, b.right - b.left) / 2 : 0;
  return (
    a.right + margin < b.left || b.right + margin < a.left || a.bottom + margin < b.top || b.bottom + margin < a.top
  );
}

function boxOf(outline: readonly Point[]) {
  const xs = outline.map(({ x }) => x);
  const ys = outline.map(({ y }) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
