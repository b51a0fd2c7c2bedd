import type { Decoded, Point } from './decode-protocol.ts';
import { isWeak } from './read/guards.ts';

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
  /** So many looks make a text count whatever else was read. */
  looksEnough: 3,
  /** So many do where no other text has more than half of them. */
  looksFew: 2,
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
 * Three looks are enough, or two where no text that contradicts them has more than one; two of a
 * weak kind have to be of two engines.
 */
function counts(code: Decoded, looks: readonly Look[]): boolean {
  const own = looks.filter((look) => look.code.text === code.text);
  const votes = votesOf(own);
  if (votes >= SIGHTINGS.looksEnough) return true;
  if (votes < SIGHTINGS.looksFew) return false;
  if (isWeak(code) && new Set(own.flatMap((look) => look.code.engines)).size < 2) return false;
  const others = new Set(
    looks.filter((look) => look.code.text !== code.text && isRival(look, own)).map((look) => look.code.text),
  );
  const runnerUp = Math.max(0, ...[...others].map((text) => votesOf(looks.filter((look) => look.code.text === text))));
  return votes >= 2 * runnerUp;
}

function votesOf(looks: readonly Look[]): number {
  return looks.reduce((sum, { code }) => sum + code.looks, 0);
}

/** Two texts contradict each other unless one picture shows them in two places. */
function isRival(look: Look, own: readonly Look[]): boolean {
  return !own.some((each) => each.at === look.at && areApart(each.code.outline, look.code.outline));
}

function areApart(one: readonly Point[], other: readonly Point[]): boolean {
  if (one.length < 2 || other.length < 2) return false;
  const a = boxOf(one);
  const b = boxOf(other);
  return a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;
}

function boxOf(outline: readonly Point[]) {
  const xs = outline.map(({ x }) => x);
  const ys = outline.map(({ y }) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
