import type { Period } from '../port.ts';
import { type MirrorGround, OTHERS_MS } from './ground.ts';
import { united } from './spans.ts';
import type { EndedWindow } from './window.ts';

/**
 * From when to when (issuer's clock) every row is kept, of other shops too. The last window reads
 * on from what was noted before it; what lies further back is kept for two days. A glance after it
 * counts for nothing: below what it knows may lie a row that was shown late. When the window began
 * is told by its period, because our clock may have been set since.
 * @param window the last that came to its end; null before the first
 */
export async function completeFor(
  { store, clock }: Pick<MirrorGround, 'store' | 'clock'>,
  window: EndedWindow | null,
): Promise<Period | null> {
  if (window === null) return null;
  const { from: windowFrom } = window.period;
  const now = window.beganAt + clock.monotonic() - window.beganMs;
  const spans = (await store.spans()).filter(({ kind }) => kind === 'span').map(({ period }) => period);
  const before = united(spans).find(({ from, to }) => from <= windowFrom && to >= windowFrom);
  return { from: Math.max(before?.from ?? windowFrom, now - OTHERS_MS), to: window.until };
}
