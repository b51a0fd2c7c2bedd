import type { Source } from '../../contract/voucher/voucher.ts';
import type { VoucherState } from './port.ts';
import { worthOf } from './wire/scalars.ts';

/** A state without what follows from who told it. */
export type ToldState = Omit<VoucherState, 'remaining' | 'source' | 'sources'>;

/**
 * A state of which one interface told every statement.
 * @param ofProduct who told unit and use, where that was not the interface itself
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

/** A number in its unit, see `unitOf`; null where either is not known. */
export function worthIn(unit: string | null, holds: number | null): VoucherState['remaining'] {
  return unit === null ? null : worthOf(unit === 'items' ? 'items' : 'money', holds, unit);
}
