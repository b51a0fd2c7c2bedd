import type { Clock } from '../ports.ts';
import type { Product } from './admin-port.ts';
import type { Asked } from './port.ts';

/** What a check needs to know of a product; null where it could not be had. */
export type ProductFlags = Pick<Product, 'isValueBased' | 'isMultipleUse'>;

const KEEP_MS = 10 * 60_000;
/** A catalogue that does not answer must not slow down every check. */
const KEEP_FAILURE_MS = 60_000;
const PRODUCTS_MAX = 500;
const UNTOLD: ProductFlags = { isValueBased: null, isMultipleUse: null };

/** Flags of products, looked up once and remembered for ten minutes, in memory. */
export function createProductFlags({ lookUp, clock }: { lookUp: (code: string) => Promise<Asked<Product>>; clock: Clock }) {
  const known = new Map<string, { flags: ProductFlags; until: number }>();
  return async (code: string): Promise<ProductFlags> => {
    const kept = known.get(code);
    if (kept !== undefined && clock.monotonic() < kept.until) return kept.flags;
    const asked = await lookUp(code);
    const found = asked.outcome === 'found';
    if (known.size >= PRODUCTS_MAX) known.clear();
    const flags = found ? { isValueBased: asked.value.isValueBased, isMultipleUse: asked.value.isMultipleUse } : UNTOLD;
    known.set(code, { flags, until: clock.monotonic() + (found ? KEEP_MS : KEEP_FAILURE_MS) });
    return flags;
  };
}
