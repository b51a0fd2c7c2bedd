import type { Clock } from '../platform/base/ports.ts';
import { within } from '../platform/base/within.ts';
import type { Product } from './admin-port.ts';
import type { Asked } from './port.ts';

/** The product data that a check needs; null if unavailable. */
export type ProductFlags = Pick<Product, 'isValueBased' | 'isMultipleUse' | 'currency' | 'amount'>;

const KEEP_MS = 10 * 60_000;
/** A catalogue that does not answer must not slow down every check. */
const KEEP_FAILURE_MS = 60_000;
/** A check waits no longer than this; a later answer serves the next check. */
const WAIT_MS = 1_000;
const PRODUCTS_MAX = 500;
const UNTOLD: ProductFlags = { isValueBased: null, isMultipleUse: null, currency: null, amount: null };

/**
 * Caches flags of products in memory for ten minutes. If a later lookup fails, the earlier answer
 * remains valid.
 */
export function createProductFlags({
  lookUp,
  clock,
}: {
  lookUp: (code: string) => Promise<Asked<Product>>;
  clock: Clock;
}) {
  const known = new Map<string, { flags: ProductFlags; until: number }>();
  const asking = new Map<string, Promise<ProductFlags>>();

  async function ask(code: string): Promise<ProductFlags> {
    try {
      const asked = await lookUp(code);
      const found = asked.outcome === 'found';
      const flags = found ? flagsOf(asked.value) : (known.get(code)?.flags ?? UNTOLD);
      if (known.size >= PRODUCTS_MAX) known.clear();
      known.set(code, { flags, until: clock.monotonic() + (found ? KEEP_MS : KEEP_FAILURE_MS) });
      return flags;
    } finally {
      asking.delete(code);
    }
  }

  return async (code: string): Promise<ProductFlags> => {
    const kept = known.get(code);
    if (kept !== undefined && clock.monotonic() < kept.until) return kept.flags;
    const asked = asking.get(code) ?? ask(code);
    asking.set(code, asked);
    return (await within(clock, WAIT_MS, asked)) ?? kept?.flags ?? UNTOLD;
  };
}

function flagsOf({ isValueBased, isMultipleUse, currency, amount, isOpenValue }: Product): ProductFlags {
  return { isValueBased, isMultipleUse, currency, amount: isOpenValue === true ? null : amount };
}
