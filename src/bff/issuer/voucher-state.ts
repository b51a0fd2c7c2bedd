import type { Source } from '../../contract/voucher/voucher.ts';
import type { VoucherState } from './port.ts';
import { toVoucherValue } from './wire/scalars.ts';

/** A state without the fields that depend on its source. */
export type ReportedState = Omit<VoucherState, 'remaining' | 'source' | 'sources'>;

/**
 * Builds a state whose values all come from one interface.
 * @param ofProduct the source of unit and use, if that was not the interface itself
 */
export function toVoucherState(
  source: VoucherState['source'],
  reported: ReportedState,
  ofProduct: Source = source,
): VoucherState {
  const by = (statement: unknown, who: Source = source) => (statement === null ? null : who);
  return {
    ...reported,
    remaining: valueIn(reported.unit, reported.holds),
    source,
    sources: {
      status: reported.status === 'unknown' ? by(reported.rawStatus) : source,
      expires: by(reported.expiresAt),
      holds: by(reported.holds),
      unit: by(reported.unit, ofProduct),
      product: by(reported.product),
      singleUse: by(reported.singleUse, ofProduct),
    },
  };
}

/** Combines a number and its unit, see `unitOf`; returns null if either is unknown. */
export function valueIn(unit: string | null, holds: number | null): VoucherState['remaining'] {
  return unit === null ? null : toVoucherValue(unit === 'items' ? 'items' : 'money', holds, unit);
}
