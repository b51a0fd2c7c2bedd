/** The servers that share one database, as far as one of them can tell. */
export interface Servers {
  /** This process, a positive 31-bit integer. */
  readonly id: number;
  /** True when other servers may use the same database. */
  readonly shared: boolean;
  /** Ids of the servers that live now, this one included. */
  alive(): Promise<ReadonlySet<number>>;
  /** Hears of durable changes that other servers made; the answer stops it. */
  onForeignChange(listener: (change: { readonly kind: string; readonly id: string }) => void): () => void;
  close(): Promise<void>;
}

/** The one server of an embedded database, or of a test. */
export function onlyServer(id: number): Servers {
  return {
    id,
    shared: false,
    alive: () => Promise.resolve(new Set([id])),
    onForeignChange: () => () => undefined,
    close: () => Promise.resolve(),
  };
}

/** Channel on which servers of one PostgreSQL database hear of each other's changes. */
export const CHANGES_CHANNEL = 'tillside_changed';
