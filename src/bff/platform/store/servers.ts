/** The servers that share one database, as one of them sees them. */
export interface Servers {
  /** This process, a positive 31-bit integer. */
  readonly id: number;
  /** True if other servers may use the same database. */
  readonly shared: boolean;
  /** Ids of the living servers, including this one. */
  alive(): Promise<ReadonlySet<number>>;
  /**
   * Subscribes to durable changes made by other servers; returns a function that ends the
   * subscription.
   */
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

/** The channel for changes between servers of one PostgreSQL database. */
export const CHANGES_CHANNEL = 'tillside_changed';
