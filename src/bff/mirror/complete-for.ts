import { issuerTime } from '../issuer/issuer-time.ts';
import type { Period } from '../issuer/port.ts';
import { type Ground, OTHERS_MS, WINDOW_LENGTH_MS } from './ground.ts';
import { united } from './spans.ts';

/**
 * From when to when (issuer's clock) every row is kept, of other shops too. The last window reads
 * on from what was noted before it; what lies further back is kept for two days.
 * @param windowMs when the last window began, monotonic; null before the first
 * @param until until when the newest rows are kept, our clock
 */
export async function completeFor(
  { store, issuer, clock }: Pick<Ground, 'store' | 'issuer' | 'clock'>,
  windowMs: number | null,
  until: number | null,
): Promise<Period | null> {
  if (windowMs === null || until === null) return null;
  const offset = issuer.clockOffset();
  const now = issuerTime(clock.now(), offset);
  const windowFrom = now - (clock.monotonic() - windowMs) - WINDOW_LENGTH_MS;
  const spans = (await store.spans()).filter(({ kind }) => kind === 'span').map(({ period }) => period);
  const before = united(spans).find(({ from, to }) => from <= windowFrom && to >= windowFrom);
  const from = Math.max(before?.from ?? windowFrom, now - OTHERS_MS);
  return { from, to: issuerTime(until, offset) };
}
