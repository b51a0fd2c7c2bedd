/**
 * The source of the client API's bearer token: a fixed value, or client credentials for a
 * configured address.
 */
export type TokenSource =
  | { readonly kind: 'ready'; readonly value: string }
  | { readonly kind: 'fetched'; readonly url: string; readonly clientId: string; readonly clientSecret: string };

/**
 * Addresses and credentials of the issuer, as the adapter needs them. The secrets are sent in
 * request headers and used nowhere else.
 */
export interface IssuerConfig {
  /** Without `/v1` and without a trailing slash. */
  readonly merchantBaseUrl: string;
  readonly merchantClientId: string;
  readonly merchantClientSecret: string;
  /** Null: learned from the first answer. */
  readonly mid: string | null;
  /** Null: this shop has no client API, so it cannot issue vouchers or look up links. */
  readonly client: {
    /** Without `/v3` or `/v2` and without a trailing slash. */
    readonly baseUrl: string;
    readonly token: TokenSource | null;
    /** The second pair that deployed v2 services require besides the bearer token. */
    readonly pair: { readonly clientId: string; readonly clientSecret: string } | null;
  } | null;
  /** The interface that answers a check by displayed ref; `both` run in parallel and are merged. */
  readonly checkSource: 'both' | 'legacy' | 'merchant';
  /**
   * Unit of the v2 `remaining_value`: cents as deployed services send it, or whole units of the
   * currency.
   */
  readonly legacyCheckUnit: 'minor' | 'major';
  /**
   * What `remaining_value` counts in this shop, because v2 does not state it; null if it is not
   * configured.
   */
  readonly legacyCheckKind: 'money' | 'items' | null;
  /** The `value` that a redemption of a product-based voucher sends. */
  readonly productBasedValue: 'none' | 'items';
  readonly productClass: string;
  readonly currency: string;
  /** IANA name; expiry dates without a zone are read in it. */
  readonly timeZone: string;
  /** A redemption's outcome counts as unknown after this many milliseconds. */
  readonly upstreamTimeoutMs: number;
}
