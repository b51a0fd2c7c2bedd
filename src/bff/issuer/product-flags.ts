import type { Clock } from '../platform/base/ports.ts';
import { waitAtMost } from '../platform/base/wait-at-most.ts';
import type { Product } from './admin-port.ts';
import type { IssuerReply } from './port.ts';

/** The product data that a check needs; null if unavailable. */
export type ProductFlags = Pick<Product, 'isValueBased' | 'isMultipleUse' | 'currency' | 'amount'>;

const FRESH_MS = 10 * 60_000;
/**
 * Pause after a failed lookup, because a catalogue that does not answer must not slow down every
 * check.
 */
const FAILURE_FRESH_MS = 60_000;
/** A check waits no longer than this; a later answer serves the next check. */
const WAIT_MS = 1_000;
const PRODUCTS_MAX = 500;
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
      cached.set(code, { flags, until: clock.monotonic() + (found ? FRESH_MS : FAILURE_FRESH_MS) });
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
    return (await waitAtMost(clock, WAIT_MS, loading)) ?? entry?.flags ?? UNSPECIFIED;
  };
}

function flagsOf({ isValueBased, isMultipleUse, currency, amount, isOpenValue }: Product): ProductFlags {
  return { isValueBased, isMultipleUse, currency, amount: isOpenValue === true ? null : amount };
}
