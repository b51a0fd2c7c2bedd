import { mayActAs, type Role } from '../../../contract/access/people.ts';
import type { PlaceWords } from '../../words/places/en.ts';
import { ADDRESSES, type PageName } from '../addresses.ts';

/** What a shop has beside redeeming. */
interface ShopWays {
  readonly sells: boolean;
  readonly practice: boolean;
}

/** An entry of the navigation: where it leads first, and the other pages that stand beside that. */
export interface Place {
  readonly name: PageName | 'money' | 'cards' | 'team';
  readonly pages: readonly [PageName, ...PageName[]];
}

const alone = (name: PageName): Place => ({ name, pages: [name] });

/** Pages that *Settings* leads to, a row each. */
export const SETTINGS_PAGES = ['shop', 'limits', 'till', 'codes', 'receipts', 'printers', 'connections'] as const;

/** The places of each role in the order of the navigation. A manager is a cashier and stock too. */
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

/** Where a role may go in this shop, in the order of the navigation. */
export function placesOf(role: Role, { sells, practice }: ShopWays): readonly Place[] {
  const places = OF_ROLE[role].flatMap(({ name, pages }) => {
    const [first, ...more] = pages.filter((page) => page !== 'sell' || sells);
    return first === undefined ? [] : [{ name, pages: [first, ...more] as const }];
  });
  return practice ? [...places, alone('practice')] : places;
}

/**
 * The page that a path shows; that of one activation or issue belongs to its list.
 *
 * Null for a path that leads nowhere.
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

/** What a place is called to somebody: whoever is no manager has only the own list. */
export function placeName(place: Place['name'], role: Role, places: PlaceWords): string {
  if (place !== 'transactions' || role === 'manager') return places[place];
  return role === 'stock' ? places.myActivations : places.myRedemptions;
}

/** What stands at the root: the till, or what stock staff have in its place. */
export function tillOf(role: Role): 'redeem' | 'activate' {
  return mayActAs(role, 'cashier') ? 'redeem' : 'activate';
}

/** Whether a page is for a role: one of its places, or one that stands in nobody's. */
export function isFor(role: Role, page: PageName): boolean {
  const has = (who: Role) => OF_ROLE[who].some(({ pages }) => pages.includes(page));
  return has(role) || !has('manager');
}

/** Where a role arrives when it signs in. */
export const homeOf = (role: Role): PageName => (role === 'manager' ? 'today' : tillOf(role));
