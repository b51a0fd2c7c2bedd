/**
 * One shop of the practice merchant: its pair for the merchant API, and its merchant id (15 digits,
 * zero-padded).
 */
export interface SandboxShop {
  readonly name: string;
  readonly mid: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The catalogue of products; the value that the specification gives for DEMO and UAT. */
export const PRODUCT_CLASS = 'ETX_001';

/**
 * Two shops of one merchant: each has its own pair, and a search by either lists the transactions
 * of both.
 */
export const SHOPS: readonly [SandboxShop, SandboxShop] = [
  {
    name: 'Practice Shop Orchard',
    mid: '000000012345678',
    clientId: 'practice-shop-1',
    clientSecret: 'practice-shop-1-secret',
  },
  {
    name: 'Practice Shop Katong',
    mid: '000000012345679',
    clientId: 'practice-shop-2',
    clientSecret: 'practice-shop-2-secret',
  },
];

/**
 * The one client of the client API: its pair is exchanged for tokens, and is sent in the headers of
 * the v2 check.
 */
export const CLIENT = { clientId: 'practice-client', clientSecret: 'practice-client-secret' } as const;

/**
 * Signs the tokens. For training only, like everything in this file: these values protect nothing
 * of value.
 */
export const TOKEN_KEY = 'practice-token-key';
