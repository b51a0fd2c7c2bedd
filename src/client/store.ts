/** What to redeem. Amounts are minor units. */
export type RedemptionRequest = {
  readonly code: string;
  /** A UUID that links the vouchers of one sale. */
  readonly saleId?: string;
  readonly receiptNo?: string;
  /** Distinguishes your customers if they enter codes themselves. */
  readonly shopper?: string;
} & ({ readonly amount: number; readonly currency: string } | { readonly items: number });

/** A redemption as it is stored before it is sent. */
export interface SavedRedemption {
  readonly id: string;
  /** Milliseconds since 1970 UTC. */
  readonly storedAt: number;
  readonly request: RedemptionRequest;
}

/** Stores redemptions where they survive the end of the program: a file, a database. */
export interface RedemptionStore {
  /**
   * Stores a redemption under your own name for the payment. If one is stored already, it stays,
   * also if two processes send this at once. The promise resolves once the stored one is on the
   * disk.
   * @returns the stored one
   */
  getOrAdd(reference: string, added: SavedRedemption): Promise<SavedRedemption>;
  /** @returns null if nothing is stored under this name */
  get(reference: string): Promise<SavedRedemption | null>;
}
