import type { Source } from '../../contract/voucher/voucher.ts';
import type { VoucherState } from './port.ts';
import { worthOf } from './wire/scalars.ts';

/** A state without the fields that depend on its source. */
export type ToldState = Omit<VoucherState, 'remaining' | 'source' | 'sources'>;

/**
 * Builds a state whose values all come from one interface.
 * @param ofProduct the source of unit and use, if that was not the interface itself
 */
export function toldBy(source: VoucherState['source'], told: ToldState, ofProduct: Source = source): VoucherState {
  const by = (statement: unknown, who: Source = source) => (statement === null ? null : who);
  return {
    ...told,
    remaining: worthIn(told.unit, told.holds),
    source,
    sources: {
      status: told.status === 'unknown' ? by(told.rawStatus) : source,
      expires: by(told.expiresAt),
      holds: by(told.holds),
      unit: by(told.unit, ofProduct),
      product: by(told.product),
      singleUse: by(told.singleUse, ofProduct),
    },
  };
}

/** Combines a number and its unit, see `unitOf`; returns null if either is unknown. */
export function worthIn(unit: string | null, holds: number | null): VoucherState['remaining'] {
  return unit === null ? null : worthOf(unit === 'items' ? 'items' : 'money', holds, unit);
}
