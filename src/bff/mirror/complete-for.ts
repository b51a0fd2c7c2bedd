import { issuerTime } from '../issuer/issuer-time.ts';
import type { Period } from '../issuer/port.ts';
import { type MirrorGround, OTHERS_MS, WINDOW_LENGTH_MS } from './ground.ts';
import { united } from './spans.ts';

/**
 * From when to when (issuer's clock) every row is kept, of other shops too. The last window reads
 * on from what was noted before it; what lies further back is kept for two days. A glance after it
 * counts for nothing: below what it knows may lie a row that was shown late. Clocks are set, so
 * that ages are counted by the one that is not.
 * @param windowMs when the last window began, monotonic; null before the first
 */
export async function completeFor(
  { store, issuer, clock }: Pick<MirrorGround, 'store' | 'issuer' | 'clock'>,
  windowMs: number | null,
): Promise<Period | null> {
  if (windowMs === null) return null;
  const now = issuerTime(clock.now(), issuer.clockOffset());
  const readAt = now - (clock.monotonic() - windowMs);
  const windowFrom = readAt - WINDOW_LENGTH_MS;
  const spans = (await store.spans()).filter(({ kind }) => kind === 'span').map(({ period }) => period);
  const before = united(spans).find(({ from, to }) => from <= windowFrom && to >= windowFrom);
  return { from: Math.max(before?.from ?? windowFrom, now - OTHERS_MS), to: readAt };
}
