/**
 * How the client API's bearer token is had: given ready, or fetched with client credentials from a
 * configured address.
 */
export type TokenSource =
  | { readonly kind: 'ready'; readonly value: string }
  | { readonly kind: 'fetched'; readonly url: string; readonly clientId: string; readonly clientSecret: string };

/**
 * Addresses and credentials of the issuer, as the adapter needs them.
 *
 * Secrets in here go into request headers and nowhere else.
 */
export interface IssuerConfig {
  /** Without `/v1` and without a slash at the end. */
  readonly merchantBaseUrl: string;
  readonly merchantClientId: string;
  readonly merchantClientSecret: string;
  /** Null: learned from the first answer. */
  readonly mid: string | null;
  /** Null: this shop has no client API, so nothing can be issued and links cannot be looked up. */
  readonly client: {
    /** Without `/v3` or `/v2` and without a slash at the end. */
    readonly baseUrl: string;
    readonly token: TokenSource | null;
    /** The second pair that deployed v2 services want beside the bearer token. */
    readonly pair: { readonly clientId: string; readonly clientSecret: string } | null;
  } | null;
  /** Which interface answers a check by displayed ref; `both` are asked side by side and merged. */
  readonly checkSource: 'both' | 'legacy' | 'merchant';
  /**
   * Unit of the v2 `remaining_value`: cents as deployed services send it, or whole units of the
   * currency.
   */
  readonly legacyCheckUnit: 'minor' | 'major';
  /**
   * What that number counts in this shop, which v2 does not tell; null where nobody set it, so that
   * nobody knows.
   */
  readonly legacyCheckKind: 'money' | 'items' | null;
  /** What a redemption of a product-based voucher sends as `value`. */
  readonly productBasedValue: 'none' | 'items';
  readonly productClass: string;
  readonly currency: string;
  /** IANA name; expiry dates without a zone are read in it. */
  readonly timeZone: string;
  /** Milliseconds that a redemption may take before its outcome counts as unknown. */
  readonly upstreamTimeoutMs: number;
}
