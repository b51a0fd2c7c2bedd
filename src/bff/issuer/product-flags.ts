import type { Clock } from '../platform/base/ports.ts';
import { waitAtMost } from '../platform/base/wait-at-most.ts';
import { FAILURE_FRESH_MS, PRODUCT_FLAGS_FRESH_MS, PRODUCT_FLAGS_WAIT_MS, PRODUCTS_MAX } from './limits.ts';
import type { IssuerReply, Product } from './port.ts';

/** The product data that a check needs; null if unavailable. */
export type ProductFlags = Pick<Product, 'isValueBased' | 'isMultipleUse' | 'currency' | 'amount'>;

const UNSPECIFIED: ProductFlags = { isValueBased: null, isMultipleUse: null, currency: null, amount: null };

/**
 * Caches flags of products in memory for ten minutes. If a later lookup fails, the earlier answer
 * remains valid.
 */
export function createProductFlags({
  lookUp,
  clock,
}: {
  lookUp: (code: string) => Promise<IssuerReply<Product>>;
  clock: Clock;
}) {
  const cached = new Map<string, { flags: ProductFlags; until: number }>();
  const pending = new Map<string, Promise<ProductFlags>>();

  async function load(code: string): Promise<ProductFlags> {
    try {
      const reply = await lookUp(code);
      const found = reply.outcome === 'found';
      const flags = found ? flagsOf(reply.value) : (cached.get(code)?.flags ?? UNSPECIFIED);
      if (cached.size >= PRODUCTS_MAX) cached.clear();
      cached.set(code, { flags, until: clock.monotonic() + (found ? PRODUCT_FLAGS_FRESH_MS : FAILURE_FRESH_MS) });
      return flags;
    } finally {
      pending.delete(code);
    }
  }

  return async (code: string): Promise<ProductFlags> => {
    const entry = cached.get(code);
    if (entry !== undefined && clock.monotonic() < entry.until) return entry.flags;
    const loading = pending.get(code) ?? load(code);
    pending.set(code, loading);
    return (await waitAtMost(clock, PRODUCT_FLAGS_WAIT_MS, loading)) ?? entry?.flags ?? UNSPECIFIED;
  };
}

function flagsOf({ isValueBased, isMultipleUse, currency, amount, isOpenValue }: Product): ProductFlags {
  return { isValueBased, isMultipleUse, currency, amount: isOpenValue === true ? null : amount };
}
