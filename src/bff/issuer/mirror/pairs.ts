import type { ListRow } from '../../platform/store/list-rows.ts';
import { AUTHORIZED_AFTER_MAX_MS, AUTHORIZED_BEFORE_MAX_MS } from './limits.ts';

/**
 * The fields of a capture or an authorization that are needed to pair it. `at` is milliseconds UTC,
 * `amount` null if none is named.
 */
export type PairableRow = Pick<ListRow, 'id' | 'type' | 'at' | 'amount'>;

/**
 * Pairs captures and authorizations of one key: each capture with the nearest free authorization
 * before it, preferring one of the same amount. The result does not depend on the order of the
 * input.
 */
export function pair(
  halves: readonly PairableRow[],
): readonly (readonly [capture: PairableRow, authorization: PairableRow])[] {
  const inOrder = [...halves].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const free = new Set(inOrder.filter(({ type }) => type === 'authorization'));
  return inOrder.flatMap((capture) => {
    const authorization = capture.type === 'capture' ? nearest(capture, free) : null;
    if (authorization === null) return [];
    free.delete(authorization);
    return [[capture, authorization] as const];
  });
}

function nearest(capture: PairableRow, free: ReadonlySet<PairableRow>): PairableRow | null {
  let best: PairableRow | null = null;
  for (const one of free) {
    const lead = capture.at - one.at;
    if (lead < -AUTHORIZED_AFTER_MAX_MS || lead > AUTHORIZED_BEFORE_MAX_MS) continue;
    if (best === null || isBetter(one, best, capture)) best = one;
  }
  return best;
}

function isBetter(one: PairableRow, other: PairableRow, capture: PairableRow): boolean {
  const same = one.amount === capture.amount;
  const otherSame = other.amount === capture.amount;
  if (same !== otherSame) return same;
  return Math.abs(capture.at - one.at) < Math.abs(capture.at - other.at);
}
