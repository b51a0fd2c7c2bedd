import type { ShopLimits } from '../../../contract/access/limit-presets.ts';

export interface LimitFieldsProps {
  readonly limits: ShopLimits;
  readonly currency: string;
  /** Some limits are for shops that sell vouchers. */
  readonly sells: boolean;
}

/** Parses the fields of a form. */
export interface LimitReading {
  readonly read: (typed: string) => number | null;
  readonly sells: boolean;
}
