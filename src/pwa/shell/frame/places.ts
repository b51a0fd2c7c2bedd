import { mayActAs, type Role } from '../../../contract/access/people.ts';
import type { PlaceWords } from '../../words/places/en.ts';
import { ADDRESSES, type PageName } from '../addresses.ts';

interface ShopWays {
  readonly sells: boolean;
  readonly practice: boolean;
}

/** An entry of the navigation: its first page, and further ones shown as tabs. */
export interface Place {
  readonly name: PageName | 'money' | 'cards' | 'team';
  readonly pages: readonly [PageName, ...PageName[]];
}

const alone = (name: PageName): Place => ({ name, pages: [name] });

/** The pages that *Settings* lists. */
export const SETTINGS_PAGES = ['shop', 'limits', 'till', 'codes', 'receipts', 'printers', 'connections'] as const;

/** The entries of each role in order. A manager is also a cashier and stock staff. */
const OF_ROLE: Readonly<Record<Role, readonly Place[]>> = {
  cashier: [alone('redeem'), alone('sell'), alone('transactions')],
  stock: [alone('activate'), alone('transactions')],
  manager: [
    alone('redeem'),
    alone('today'),
    { name: 'money', pages: ['transactions', 'shifts', 'stories', 'statement', 'match', 'books'] },
    { name: 'cards', pages: ['activate', 'sell', 'holds'] },
    { name: 'team', pages: ['people', 'tills', 'exceptions', 'audit'] },
    { name: 'settings', pages: ['settings', ...SETTINGS_PAGES] },
  ],
};

/** The entries of a role in this shop, in order. */
export function placesOf(role: Role, { sells, practice }: ShopWays): readonly Place[] {
  const places = OF_ROLE[role].flatMap(({ name, pages }) => {
    const [first, ...more] = pages.filter((page) => page !== 'sell' || sells);
    return first === undefined ? [] : [{ name, pages: [first, ...more] as const }];
  });
  return practice ? [...places, alone('practice')] : places;
}

/**
 * The page of a path; that of one activation or issue belongs to its list.
 *
 * Null for an unknown path.
 */
export function pageAt(path: string, role: Role): PageName | null {
  if (path === ADDRESSES.redeem) return tillOf(role);
  const pages = Object.entries(ADDRESSES) as [PageName, string][];
  const exact = pages.find(([, address]) => address === path);
  const within = pages.find(
    ([page, address]) => (page === 'activate' || page === 'sell') && path.startsWith(`${address}/`),
  );
  return (exact ?? within)?.[0] ?? null;
}

/** The name of an entry for a role: users other than managers see only their own list. */
export function placeName(place: Place['name'], role: Role, places: PlaceWords): string {
  if (place !== 'transactions' || role === 'manager') return places[place];
  return role === 'stock' ? places.myActivations : places.myRedemptions;
}

/** The page at the root: the till, or its counterpart for stock staff. */
export function tillOf(role: Role): 'redeem' | 'activate' {
  return mayActAs(role, 'cashier') ? 'redeem' : 'activate';
}

/** True if a role may open a page: it is one of its entries, or in no navigation. */
export function isFor(role: Role, page: PageName): boolean {
  const has = (who: Role) => OF_ROLE[who].some(({ pages }) => pages.includes(page));
  return has(role) || !has('manager');
}

/** The first page of a role after sign-in. */
export const homeOf = (role: Role): PageName => (role === 'manager' ? 'today' : tillOf(role));
