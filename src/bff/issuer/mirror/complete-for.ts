import type { Period } from '../port.ts';
import { type MirrorContext, OTHER_SHOPS_MS } from './context.ts';
import { united } from './spans.ts';
import type { FinishedWindow } from './window.ts';

/**
 * Returns the period (issuer's clock) for which every row is stored, including those of other
 * shops. The last window continues from the periods recorded before it; older rows are stored for
 * two days. A later glance does not count: older than its known rows, there may be a row that
 * appeared late. The start of the window is taken from its period, because our clock may have been
 * set since.
 * @param window the last completed one; null before the first
 */
export async function completeFor(
  { store, clock }: Pick<MirrorContext, 'store' | 'clock'>,
  window: FinishedWindow | null,
): Promise<Period | null> {
  if (window === null) return null;
  const { from: windowFrom } = window.period;
  const now = window.beganAt + clock.monotonic() - window.beganMs;
  const spans = (await store.spans()).filter(({ kind }) => kind === 'span').map(({ period }) => period);
  const before = united(spans).find(({ from, to }) => from <= windowFrom && to >= windowFrom);
  return { from: Math.max(before?.from ?? windowFrom, now - OTHER_SHOPS_MS), to: window.until };
}
