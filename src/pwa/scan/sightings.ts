import type { Decoded, Point } from './decode-protocol.ts';
import { isBars, isWeak } from './read/guards.ts';

/** Something that a picture showed and that is not sure by itself. */
interface Look {
  readonly code: Decoded;
  readonly at: number;
}

/**
 * Which codes the camera has in view, and what it was shown lately.
 *
 * Times are milliseconds of one clock.
 */
export interface Sightings {
  readonly inView: ReadonlyMap<string, { readonly code: Decoded; readonly at: number }>;
  readonly looks: readonly Look[];
}

export const SIGHTINGS = {
  /** A code that was not seen for this long has left, and is read anew when it comes back. */
  absentMs: 1_000,
  /** Looks within this time count together. */
  agreeMs: 2_000,
  /** So many looks make a text count where no other text has more. */
  looksEnough: 3,
  /** So many do where no other text has more than half of them. */
  looksFew: 2,
  /**
   * Another text counts in full where it was still read so long before the first look at this one.
   * After a card that was taken away before, the next one in its place is no misread.
   */
  rivalMs: 500,
} as const;

export const nothingSeen: Sightings = { inView: new Map(), looks: [] };

/**
 * Takes what one picture showed.
 * @returns `read`: codes that newly came into view, each once however long it stays there;
 * `isOpen`: this picture shows another one that does not count yet
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
 * Looks again after a pause: what was in view before it still is, so that a card left under the
 * camera is not read a second time.
 */
export function resume(before: Sightings, at: number): Sightings {
  return { inView: new Map([...before.inView].map(([text, { code }]) => [text, { code, at }])), looks: [] };
}

/**
 * Three looks are enough where no text that contradicts them has more: a smeared label is misread
 * the same way again and again. Two are where none has more than one; two of a weak kind have to be
 * of two engines.
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

/** The looks that the strongest text has which contradicts these. */
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

/** A place that only zbar told is rough: another code is half a code's width away from it. */
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
