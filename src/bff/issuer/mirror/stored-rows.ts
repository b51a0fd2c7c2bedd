/** Caches recently read rows: a fingerprint, and the completed reading that confirms each. */
export interface StoredRows {
  ended(): number;
  /** True if the row is stored with the same content. */
  isStored(id: string, print: string): boolean;
  /** A row was stored. An unfinished reading proves nothing about older rows. */
  noteStored(
    id: string,
    row: { readonly print: string; readonly hashes: readonly string[]; readonly createdAt: number | null },
  ): void;
  /** True if the row was in a reading that was completed as number `until` or before. */
  isBehind(id: string, until: number): boolean;
  /** Records that a reading with these rows was completed. */
  end(ids: Iterable<string>): void;
  /** Cached ids of rows of a voucher. */
  ofVoucher(hash: string): string[];
  /** Removes rows made before; milliseconds UTC of the issuer's clock. */
  forget(before: number): void;
}

interface Entry {
  /**
   * {@link digestOf} the row's content, which needs less memory: ten minutes of a busy merchant can
   * be hundreds of thousands of rows.
   */
  print: number;
  readonly hashes: readonly string[];
  readonly createdAt: number;
  since: number | null;
}

/** The cache of one process. Rows that are not in the cache are read from the database. */
export function createStoredRows(): StoredRows {
  const entries = new Map<string, Entry>();
  const byHash = new Map<string, Set<string>>();
  let readings = 0;
  /* A row without a time gets the time of the youngest row that has one, so that it also expires.
   */
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
    isStored: (id, print) => entries.get(id)?.print === digestOf(print),
    noteStored(id, { print, hashes, createdAt }) {
      const entry = entries.get(id);
      if (entry) {
        entry.print = digestOf(print);
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
        const entry = entries.get(id);
        if (entry) entry.since ??= readings;
      }
    },
    ofVoucher: (hash) => [...(byHash.get(hash) ?? [])],
    forget(before) {
      for (const [id, entry] of entries) if (entry.createdAt < before) drop(id, entry);
    },
  };
}

/**
 * Returns a 53-bit hash of a text. A change of a row to content with the same hash goes unnoticed.
 */
function digestOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 2 ** 32 * (0x1f_ff_ff & low) + (high >>> 0);
}
