/** The stated bounds of what the issuer may do; settling waits for their sum. Milliseconds. */
export const LATENESS_MS = 150_000;
export const SEARCH_LAG_MS = 60_000;
/** A search that leaves out what it has shown is whole again sooner than this. */
export const FLICKER_MS = 9_000;
/** Clocks of the issuer disagree among themselves by less than what candidates are padded with. */
export const SKEW_MS = 110_000;

/**
 * What is special about a world beside ordinary faults. Settling has two witnesses, search and balance; in any world at most one of them
 * may be fooled, because nothing could be told from the other side of the wire when both are.
 *
 * - `ordinary`: everything goes wrong within the stated bounds
 * - `masked`: another shop gives exactly our amount back meanwhile, so the balance says nothing; search may leave rows out for seconds
 * - `search-broken`: search does not show our capture; the balance is right
 * - `balance-broken`: checks tell an old balance; search is right
 * - `paging`: pages come from copies that are not equally far, so rows fall between them
 * - `twins`: somebody takes the same amount under our mid before our snapshot, or once ours can be seen
 * - `mid-spelling`: search names our mid otherwise than an answer does
 * - `beyond`: the issuer acts later than its bound
 * - `replayed`: a gateway gives the answer to an earlier request again
 */
export const FLAVOURS = [
  'ordinary',
  'masked',
  'search-broken',
  'balance-broken',
  'paging',
  'twins',
  'mid-spelling',
  'beyond',
  'replayed',
] as const;
export type Flavour = (typeof FLAVOURS)[number];

/** One wish of a customer: so much of one voucher. */
export interface PlannedSale {
  readonly atMs: number;
  readonly till: number;
  readonly ref: string;
  readonly amount: number;
  readonly isChecked: boolean;
  /** Whether the cashier tries other ways than waiting, 0 to 1. */
  readonly impatience: number;
  /** Whether it is given back afterwards. */
  readonly isUndone: boolean;
  /** Where a program asks with a key, and not a cashier; null for a cashier. */
  readonly program: Program | null;
}

/**
 * How a program repeats what it had no answer to. None of them is waited for after a gap.
 *
 * - `forgets`: the same request again, as if it were the first
 * - `remembers`: it says how long ago it first sent it
 * - `rekeyed`: after some time with another key, which is somebody else
 */
export const PROGRAMS = ['forgets', 'remembers', 'rekeyed'] as const;
export type Program = (typeof PROGRAMS)[number];

/** What another shop does with a voucher. */
export interface Elsewhere {
  readonly atMs: number;
  readonly ref: string;
  readonly amount: number;
  readonly mid: string;
  readonly does: 'capture' | 'give-back';
}

export interface PlannedVoucher {
  readonly ref: string;
  readonly amount: number;
  readonly isSingleUse: boolean;
  readonly expiresAt: number | null;
}

/** What the merchant's other shops do all the time. Their rows are nobody's here; they only make the search long and restless. */
export interface Trade {
  readonly rowsPerSecond: number;
  /** How late search shows them. */
  readonly lagMs: number;
  /** How long each page of a search takes, and how many rows it has. */
  readonly pageMs: number;
  readonly pageSize: number;
}

/** A world before it begins. Times are milliseconds since then. */
export interface Plan {
  readonly seed: number;
  readonly flavour: Flavour;
  readonly servers: 1 | 2;
  readonly safeSecondAttempt: boolean;
  readonly isMidKnown: boolean;
  /** The issuer's `Date` less ours, and what its rows say less its `Date`. */
  readonly issuerOffsetMs: number;
  readonly createdSkewMs: number;
  readonly searchLagMs: number;
  readonly balanceLagMs: number;
  readonly pageSize: number;
  /** When each page of a search takes so long at least. */
  readonly slowPages: readonly (PlannedSpan & { readonly pageMs: number })[];
  /** What other shops of the merchant do; null in quiet times. */
  readonly trade: Trade | null;
  /** What somebody took under our mid and search shows only at another time; null where it shows all of theirs at once. */
  readonly lateTwin: { readonly atMs: number; readonly shownMs: number } | null;
  /** After this everything is well. */
  readonly faultsUntilMs: number;
  /** How much goes wrong, 0 to 1. */
  readonly trouble: number;
  readonly takesPart: boolean;
  readonly vouchers: readonly PlannedVoucher[];
  readonly sales: readonly PlannedSale[];
  readonly elsewhere: readonly Elsewhere[];
  /** When a manager goes through the list. */
  readonly attends: readonly number[];
  /** Where each server dies: after so many of its steps; where the list ends, it lives on. */
  readonly deaths: readonly number[];
  /** When the first server dies whatever it does. */
  readonly powerCuts: readonly number[];
  readonly stalls: readonly { readonly atMs: number; readonly forMs: number; readonly server: number }[];
  readonly clockSettings: readonly { readonly atMs: number; readonly byMs: number }[];
  /** The voucher service answers no question. */
  readonly outages: readonly PlannedSpan[];
  /** Its search fails, but for the pages before this one. */
  readonly searchOutages: readonly (PlannedSpan & { readonly fromPage: number })[];
  /** The journal cannot be written. */
  readonly fullDisk: readonly PlannedSpan[];
  /** Its search shows nothing for seconds. */
  readonly flickers: readonly PlannedSpan[];
  /** A copy takes the journal's place that lacks its last commits; null where none does. */
  readonly loss: Loss | null;
}

/** A failover to a copy that lags, or a backup that is put back. */
export interface Loss {
  readonly atMs: number;
  /** So many of the last commits are not in it. */
  readonly commits: number;
  /** A till that nobody switches on again before this; null where all come back. */
  readonly absent: { readonly till: number; readonly untilMs: number } | null;
  /** When a manager opens the shop by hand, if it is still closed. */
  readonly opensByHandMs: number | null;
}

export interface PlannedSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** When every world begins, by the clock of a server that nobody has set: milliseconds UTC. */
export const BEGINNING_MS = Date.UTC(2030, 0, 15, 9);
export const FOREIGN_MID = '000000000000007';
/** A voucher of somebody else, whose rows only fill pages. */
export const BYSTANDER = '5000999999';
export const OUR_MID = '000000000000042';

export function isIn(spans: readonly PlannedSpan[], at: number): boolean {
  return spans.some(({ fromMs, toMs }) => at >= fromMs && at < toMs);
}
