import type { StoreOwner } from '../../bff/platform/store/first-shop.ts';
import { SHOP, shopNamed, whose } from '../rigs/shops.ts';

/** The guaranteed limits of the issuer's delays; settling waits for their sum. Milliseconds. */
export const LATENESS_MS = 150_000;
export const SEARCH_LAG_MS = 60_000;
/** A search that omits rows is complete again within this time. */
export const FLICKER_MS = 9_000;
/** The issuer's clocks differ by less than the margin that is added to the period of candidates. */
export const SKEW_MS = 110_000;

/**
 * What is special about a world in addition to ordinary faults. Settling has two witnesses, search
 * and balance. In any world at most one of them may be unreliable, because the outcome could not be
 * determined without both.
 *
 * - `ordinary`: everything goes wrong within the stated bounds
 * - `masked`: another shop refunds exactly our amount meanwhile, so the balance proves nothing; the
 *   search may omit rows for seconds
 * - `search-broken`: the search does not show our capture; the balance is right
 * - `balance-broken`: checks return an old balance; the search is right
 * - `paging`: pages come from replicas with different delays, so rows fall between them
 * - `twins`: another client captures the same amount under our mid before our snapshot, or once
 *   ours is visible
 * - `mid-spelling`: the search spells our mid differently than an answer does
 * - `beyond`: the issuer acts later than its bound
 * - `replayed`: a gateway repeats the answer to an earlier request
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

/** A customer's purchase: an amount from one voucher. */
export interface PlannedSale {
  readonly atMs: number;
  readonly till: number;
  readonly ref: string;
  readonly amount: number;
  readonly isChecked: boolean;
  /** How likely the cashier tries other ways instead of waiting, 0 to 1. */
  readonly impatience: number;
  /** True if it is refunded afterwards. */
  readonly isUndone: boolean;
  /** The program with a key that redeems; null for a cashier. */
  readonly program: Program | null;
}

/**
 * How a program repeats a request without an answer. After a gap, the shop does not wait for
 * programs.
 *
 * - `forgets`: the same request again, as if it were the first
 * - `remembers`: with the time since it was first sent
 * - `rekeyed`: after some time with another key, which counts as another caller
 */
export const PROGRAMS = ['forgets', 'remembers', 'rekeyed'] as const;
export type Program = (typeof PROGRAMS)[number];

/** A capture or refund of a voucher by another shop. */
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

/**
 * The constant activity of the merchant's other shops. Their rows belong to no operation here; they
 * only make the search long and changing.
 */
export interface Trade {
  readonly rowsPerSecond: number;
  /** How late search shows them. */
  readonly lagMs: number;
  /** The time per page of a search, and its number of rows. */
  readonly pageMs: number;
  readonly pageSize: number;
}

/** A shop on the servers of a world. */
export interface ShopIdentity extends StoreOwner {
  readonly mid: string;
}

/** Another shop on the same servers. */
export interface PlannedShop extends Pick<Plan, 'sales' | 'attends' | 'loss' | 'changes'> {
  /** Each shop's requests go to a server of its own while that accepts requests. */
  readonly isApart: boolean;
  /** A server whose searches are slow, or fail. */
  readonly behind: readonly ServerBehind[];
}

/** What happens to a shop while the servers run. */
export interface ShopChanges {
  /** When the shop is added; 0 if it exists from the beginning. */
  readonly addedMs: number;
  /** When it is added again, to a restored copy from before it was added; null if no copy lacks it. */
  readonly addedAgainMs: number | null;
  /** Periods in which it is suspended. */
  readonly suspended: readonly PlannedSpan[];
  /** Periods in which the issuer rejects its secret. */
  readonly rejected: readonly PlannedSpan[];
  /** The mid in its settings, if that is wrong. It cannot be corrected, because the journal belongs to it. */
  readonly wrongMid: string | null;
  /** When its tills move to a sister shop, where they repeat requests without an answer; null if they stay. */
  readonly tillsMoveMs: number | null;
}

export const NO_CHANGES: ShopChanges = {
  addedMs: 0,
  addedAgainMs: null,
  suspended: [],
  rejected: [],
  wrongMid: null,
  tillsMoveMs: null,
};

export interface ServerBehind extends PlannedSpan {
  readonly server: number;
  /** The time per page; null if no page is answered. */
  readonly pageMs: number | null;
}

/** How a row's status changes. */
export interface Processing {
  /** Rows say *Processing* for this long. */
  readonly forMs: number;
  /** Rows of our shop that move no money: they are processed, and then fail, are reversed or vanish. */
  readonly failing: readonly {
    readonly ref: string;
    readonly amount: number;
    readonly atMs: number;
    readonly failsMs: number;
    readonly ends: RowEnd;
  }[];
  /** When the issuer takes all our captures back, without rows of their own; null if it does not. */
  readonly takenBack: { readonly atMs: number; readonly ends: RowEnd } | null;
  /** Rows that a broken search hides appear after this time; null: never. */
  readonly shownAfterMs: number | null;
}

/** What search shows of a row that is no money any more. */
export type RowEnd = 'failed' | 'reversed' | 'vanished';

/** A world before it begins. Times are milliseconds since its beginning. */
export interface Plan {
  readonly seed: number;
  /** The shop whose sales these are. */
  readonly identity: ShopIdentity;
  readonly changes: ShopChanges;
  /** Another shop of its account; null if it has none. */
  readonly second: PlannedShop | null;
  /** A shop of another account, whose search shows its own rows only; null without one. */
  readonly stranger: PlannedShop | null;
  readonly flavour: Flavour;
  /** Answers are lost, and nothing else goes wrong. */
  readonly isLive: boolean;
  readonly servers: 1 | 2;
  readonly safeSecondAttempt: boolean;
  /** False if nobody refunds. */
  readonly refunds: boolean;
  readonly isMidKnown: boolean;
  /** The issuer's `Date` less our time, and the times of its rows less its `Date`. */
  readonly issuerOffsetMs: number;
  readonly createdSkewMs: number;
  readonly searchLagMs: number;
  readonly balanceLagMs: number;
  readonly pageSize: number;
  /** Periods in which each page of a search takes at least this long. */
  readonly slowPages: readonly (PlannedSpan & { readonly pageMs: number })[];
  /** The activity of the merchant's other shops; null in quiet times. */
  readonly trade: Trade | null;
  /**
   * Rows that are processed before they succeed, and rows that never succeed; null in most worlds.
   */
  readonly processing: Processing | null;
  /**
   * Another client's capture under our mid that the search shows later; null if it shows all at
   * once.
   */
  readonly lateTwin: { readonly atMs: number; readonly shownMs: number } | null;
  /** No fault occurs after this time. */
  readonly faultsUntilMs: number;
  /** The amount of faults, 0 to 1. */
  readonly trouble: number;
  readonly takesPart: boolean;
  readonly vouchers: readonly PlannedVoucher[];
  readonly sales: readonly PlannedSale[];
  readonly elsewhere: readonly Elsewhere[];
  /** When a manager processes the list. */
  readonly attends: readonly number[];
  /** The step at which each server dies; after the end of the list, it survives. */
  readonly deaths: readonly number[];
  /** Times at which the first server dies, in addition to `deaths`. */
  readonly powerCuts: readonly number[];
  readonly stalls: readonly { readonly atMs: number; readonly forMs: number; readonly server: number }[];
  readonly clockSettings: readonly { readonly atMs: number; readonly byMs: number }[];
  /** The voucher service answers no question. */
  readonly outages: readonly PlannedSpan[];
  /** Its search fails from this page on. */
  readonly searchOutages: readonly (PlannedSpan & { readonly fromPage: number })[];
  /** The journal cannot be written. */
  readonly fullDisk: readonly PlannedSpan[];
  /** Its search shows nothing for seconds. */
  readonly flickers: readonly PlannedSpan[];
  /** A copy without the last commits replaces the journal; null: none does. */
  readonly loss: Loss | null;
}

/** A failover to a copy that lags, or a backup that is put back. */
export interface Loss {
  readonly atMs: number;
  /** The number of missing commits. */
  readonly commits: number;
  /** A till that stays off until this time; null if all return. */
  readonly absent: { readonly till: number; readonly untilMs: number } | null;
  /** When a manager opens the shop by hand, if it is still closed. */
  readonly opensByHandMs: number | null;
}

export interface PlannedSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The beginning of every world by a correct clock: milliseconds UTC. */
export const BEGINNING_MS = Date.UTC(2030, 0, 15, 9);
export const AMOUNTS = [500, 1_000, 1_500, 2_000] as const;
export const FOREIGN_MID = '000000000000007';
/** Another customer's voucher, whose rows only fill pages. */
export const BYSTANDER = '5000999999';
export const OUR_MID = '000000000000042';
export const OUR_SHOP: ShopIdentity = { ...whose(SHOP), mid: OUR_MID };
const SECOND_SHOP: ShopIdentity = { ...whose(shopNamed('second')), mid: '000000000000043' };
export const STRANGER: ShopIdentity = { ...whose(shopNamed('stranger'), 'other'), mid: '000000000000091' };
const SECOND_SEED = 0x5ec0;
const STRANGER_SEED = 0x57a9;

/** The world from the point of view of each of its shops. */
export function plansOfShops(plan: Plan): readonly [Plan, ...Plan[]] {
  const { second, stranger } = plan;
  const seenBy = (other: PlannedShop | null, identity: ShopIdentity, seed: number): Plan[] => {
    if (other === null) return [];
    const { sales, attends, loss, changes } = other;
    return [{ ...plan, seed: plan.seed ^ seed, identity, sales, attends, loss, changes }];
  };
  return [plan, ...seenBy(second, SECOND_SHOP, SECOND_SEED), ...seenBy(stranger, STRANGER, STRANGER_SEED)];
}

export function isIn(spans: readonly PlannedSpan[], at: number): boolean {
  return spans.some(({ fromMs, toMs }) => at >= fromMs && at < toMs);
}
