import { issuerTime } from '../issuer/issuer-time.ts';
import type { Period } from '../issuer/port.ts';
import { type Ground, OTHERS_MS, WINDOW_LENGTH_MS } from './ground.ts';
import { united } from './spans.ts';

/**
 * From when to when (issuer's clock) every row is kept, of other shops too. The last window reads
 * on from what was noted before it; what lies further back is kept for two days. Clocks are set, so
 * that ages are counted by the one that is not.
 * @param windowMs when the last window began, monotonic; null before the first
 * @param newestMs when the newest rows were read, monotonic
 */
export async function completeFor(
  { store, issuer, clock }: Pick<Ground, 'store' | 'issuer' | 'clock'>,
  windowMs: number | null,
  newestMs: number | null,
): Promise<Period | null> {
  if (windowMs === null || newestMs === null) return null;
  const now = issuerTime(clock.now(), issuer.clockOffset());
  const windowFrom = now - (clock.monotonic() - windowMs) - WINDOW_LENGTH_MS;
  const spans = (await store.spans()).filter(({ kind }) => kind === 'span').map(({ period }) => period);
  const before = united(spans).find(({ from, to }) => from <= windowFrom && to >= windowFrom);
  const from = Math.max(before?.from ?? windowFrom, now - OTHERS_MS);
  return { from, to: now - (clock.monotonic() - newestMs) };
}
