/**
 * Of rows that were read lately: what they looked like, and since when a reading to its end stands
 * behind them.
 */
export interface Known {
  /** How many readings have come to their end so far. */
  ended(): number;
  /** True when the row is kept as it is. */
  isKept(id: string, print: string): boolean;
  /**
   * A row was kept.
   *
   * A reading that has not come to its end proves nothing of what lies below it.
   */
  keep(
    id: string,
    row: { readonly print: string; readonly hashes: readonly string[]; readonly createdAt: number | null },
  ): void;
  /** True when a reading that ended as the `until`th or before had the row. */
  isBehind(id: string, until: number): boolean;
  /** A reading has come to its end; these rows it had. */
  end(ids: Iterable<string>): void;
  /** Ids of rows of a voucher that are remembered. */
  ofVoucher(hash: string): string[];
  /** Forgets rows that were made before; milliseconds UTC of the issuer's clock. */
  forget(before: number): void;
}

interface Entry {
  /**
   * {@link digestOf} what it looked like: a busy merchant's rows of ten minutes are hundreds of
   * thousands.
   */
  print: number;
  readonly hashes: readonly string[];
  readonly createdAt: number;
  since: number | null;
}

/** The memory of one process. What it does not know it reads again. */
export function createKnown(): Known {
  const entries = new Map<string, Entry>();
  const byHash = new Map<string, Set<string>>();
  let readings = 0;
  /* A row that does not say when it was made counts as made with the youngest that does, so that
     it is forgotten too. */
  let youngest = 0;

  function drop(id: string, { hashes }: Entry): void {
    entries.delete(id);
    for (const hash of hashes) {
      const ids = byHash.get(hash);
      ids?.delete(id);
      if (ids?.size === 0) byHash.delete(hash);
    }
  }

  return {
    ended: () => readings,
    isKept: (id, print) => entries.get(id)?.print === digestOf(print),
    keep(id, { print, hashes, createdAt }) {
      const known = entries.get(id);
      if (known) {
        known.print = digestOf(print);
        return;
      }
      youngest = Math.max(youngest, createdAt ?? 0);
      entries.set(id, { print: digestOf(print), hashes, createdAt: createdAt ?? youngest, since: null });
      for (const hash of hashes) {
        const ids = byHash.get(hash) ?? new Set();
        byHash.set(hash, ids.add(id));
      }
    },
    isBehind(id, until) {
      const since = entries.get(id)?.since ?? null;
      return since !== null && since <= until;
    },
    end(ids) {
      readings += 1;
      for (const id of ids) {
        const known = entries.get(id);
        if (known) known.since ??= readings;
      }
    },
    ofVoucher: (hash) => [...(byHash.get(hash) ?? [])],
    forget(before) {
      for (const [id, entry] of entries) if (entry.createdAt < before) drop(id, entry);
    },
  };
}

/**
 * A number of 53 bits for a text: two looks of one row that differ and have the same number will
 * not be met.
 */
function digestOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 2 ** 32 * (0x1f_ff_ff & low) + (high >>> 0);
}
