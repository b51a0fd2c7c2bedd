import type { Period } from '../port.ts';
import { type MirrorContext } from './context.ts';
import { OTHER_SHOPS_MS } from './limits.ts';
import { mergePeriods } from './spans.ts';
import type { FinishedWindow } from './window.ts';

/**
 * Returns the period (issuer's clock) for which every row is stored, including those of other
 * shops. The last window continues from the periods recorded before it; older rows are stored for
 * two days. Later readings of only the newest rows do not count, because they miss older rows that
 * appeared late. The start is that of the window's period, because our clock may have been set
 * since it was read.
 * @param window the last completed window; null before the first
 */
export async function completeFor(
  { store, clock }: Pick<MirrorContext, 'store' | 'clock'>,
  window: FinishedWindow | null,
): Promise<Period | null> {
  if (window === null) return null;
  const { from: windowFrom } = window.period;
  const now = window.beganAt + clock.monotonic() - window.beganMs;
  const spans = (await store.spans()).filter(({ kind }) => kind === 'span').map(({ period }) => period);
  const before = mergePeriods(spans).find(({ from, to }) => from <= windowFrom && to >= windowFrom);
  return { from: Math.max(before?.from ?? windowFrom, now - OTHER_SHOPS_MS), to: window.until };
}
