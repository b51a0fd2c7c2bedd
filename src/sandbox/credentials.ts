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

/** The shops of the service. */
export interface TrainingShops {
  readonly all: readonly [SandboxShop, SandboxShop, ...SandboxShop[]];
  /** The merchant ids of the shop's merchant; null if there is one merchant. */
  midsOfAccount(shop: SandboxShop): readonly string[] | null;
}

/**
 * Creates this many shops: the two above, and numbered ones.
 * @param accounts merchants, which have the shops in turn
 */
export function trainingShops(count: number, accounts: number): TrainingShops {
  const more = Array.from({ length: Math.max(count - SHOPS.length, 0) }, (_, index) =>
    numberedShop(SHOPS.length + index + 1),
  );
  const all: TrainingShops['all'] = [...SHOPS, ...more];
  const accountOf = (shop: SandboxShop) => all.indexOf(shop) % accounts;
  return {
    all,
    midsOfAccount(shop) {
      if (accounts === 1) return null;
      return all.filter((one) => accountOf(one) === accountOf(shop)).map(({ mid }) => mid);
    },
  };
}

function numberedShop(number: number): SandboxShop {
  const clientId = `practice-shop-${number}`;
  const mid = String(Number(SHOPS[0].mid) + number - 1).padStart(SHOPS[0].mid.length, '0');
  return { name: `Practice Shop ${number}`, mid, clientId, clientSecret: `${clientId}-secret` };
}

/**
 * The one client of the client API: its pair is exchanged for tokens, and is sent in the headers of
 * the v2 check.
 */
export const CLIENT = { clientId: 'practice-client', clientSecret: 'practice-client-secret' } as const;

/**
 * Signs the tokens. For training only, like everything in this file: these values protect nothing
 * of value.
 */
export const TOKEN_KEY = 'training-token-key';
