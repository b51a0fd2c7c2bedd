import type { Decoded } from './decode-protocol.ts';

/** Which codes the camera has in view, and which bar code was read once so far. Times are milliseconds of one clock. */
export interface Sightings {
  readonly inView: ReadonlyMap<string, number>;
  readonly once: { readonly text: string; readonly at: number } | null;
}

export const SIGHTINGS = {
  /** A code that was not seen for this long has left, and is read anew when it comes back. */
  absentMs: 1_000,
  /** Bars that are not sure count when two pictures within this time give the same text. */
  agreeMs: 2_000,
} as const;

export const nothingSeen: Sightings = { inView: new Map(), once: null };

/**
 * Takes what one picture showed.
 * @returns `read`: codes that newly came into view, each once however long it stays there
 */
export function see(
  before: Sightings,
  decoded: readonly Decoded[],
  at: number,
): { readonly state: Sightings; readonly read: readonly Decoded[] } {
  const inView = new Map([...before.inView].filter(([, seenAt]) => at - seenAt <= SIGHTINGS.absentMs));
  const read: Decoded[] = [];
  let { once } = before;
  for (const code of decoded) {
    const agrees = once?.text === code.text && at - once.at <= SIGHTINGS.agreeMs;
    if (inView.has(code.text) || code.sure || agrees) {
      if (!inView.has(code.text)) read.push(code);
      inView.set(code.text, at);
    } else {
      once = { text: code.text, at };
    }
  }
  return { state: { inView, once }, read };
}

/** Looks again after a pause: what was in view before it still is, so that a card left under the camera is not read a second time. */
export function resume(before: Sightings, at: number): Sightings {
  return { inView: new Map([...before.inView.keys()].map((text) => [text, at])), once: null };
}
