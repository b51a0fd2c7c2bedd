/** Of rows that were read lately: what they looked like, and since when a reading to its end stands behind them. */
export interface Known {
  /** How many readings have come to their end so far. */
  ended(): number;
  /** True when the row is kept as it is. */
  isKept(id: string, print: string): boolean;
  /** A row was kept. A reading that has not come to its end proves nothing of what lies below it. */
  keep(id: string, row: { readonly print: string; readonly hashes: readonly string[]; readonly createdAt: number | null }): void;
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
  print: string;
  readonly hashes: readonly string[];
  readonly createdAt: number;
  since: number | null;
}

/** The memory of one process. What it does not know it reads again. */
export function createKnown(): Known {
  const entries = new Map<string, Entry>();
  const byHash = new Map<string, Set<string>>();
  let readings = 0;

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
    isKept: (id, print) => entries.get(id)?.print === print,
    keep(id, { print, hashes, createdAt }) {
      const known = entries.get(id);
      if (known) {
        known.print = print;
        return;
      }
      entries.set(id, { print, hashes, createdAt: createdAt ?? Number.POSITIVE_INFINITY, since: null });
      for (const hash of hashes) {
        const ids = byHash.get(hash);
        if (ids) ids.add(id);
        else byHash.set(hash, new Set([id]));
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
