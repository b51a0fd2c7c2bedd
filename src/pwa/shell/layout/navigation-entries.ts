import { mayActAs, type Role } from '../../../contract/access/people.ts';
import type { PlaceMessages } from '../../words/places/en.ts';
import { ADDRESSES, OFF_NAVIGATION, type PageName } from '../addresses.ts';

interface ShopFeatures {
  readonly sells: boolean;
  readonly practice: boolean;
  /** Set in another shop than the device's: its pages, without those of a till. */
  readonly visit?: { readonly office: boolean } | undefined;
  /** True for a manager of several shops. */
  readonly managesSeveral?: boolean;
}

/** An entry of the navigation: its first page, and further ones shown as tabs. */
export interface NavigationEntry {
  readonly name: PageName | 'money' | 'cards' | 'team';
  readonly pages: readonly [PageName, ...PageName[]];
}

/** A tab of an entry: its first page, and further ones shown as sections. */
export interface NavigationTab {
  readonly name: PageName | 'closings' | 'accounting';
  readonly pages: readonly [PageName, ...PageName[]];
}

const singlePageEntry = (name: PageName) => ({ name, pages: [name] as const });

/** The pages that *Settings* lists. */
export const SETTINGS_PAGES = ['shop', 'limits', 'till', 'codes', 'receipts', 'printers', 'connections'] as const;

/** The number of entries at the bottom of a phone; the menu has the others. */
export const BOTTOM_ENTRIES: Readonly<Record<Role, number>> = { cashier: 3, stock: 3, manager: 4 };

/** Tabs of several pages. All other pages have a tab of their own. */
const TABS: readonly NavigationTab[] = [
  { name: 'transactions', pages: ['transactions', 'stories'] },
  { name: 'closings', pages: ['shifts', 'days'] },
  { name: 'accounting', pages: ['statement', 'match', 'books'] },
];

/** The tabs of an entry in order. */
export function tabsOf({ pages }: NavigationEntry): readonly NavigationTab[] {
  return [...new Set(pages.map((page) => TABS.find((tab) => tab.pages.includes(page)) ?? singlePageEntry(page)))];
}

/** The entries of each role in order. A manager is also a cashier and stock staff. */
const OF_ROLE: Readonly<Record<Role, readonly NavigationEntry[]>> = {
  cashier: [singlePageEntry('redeem'), singlePageEntry('sell'), singlePageEntry('transactions')],
  stock: [singlePageEntry('activate'), singlePageEntry('rackCount'), singlePageEntry('transactions')],
  manager: [
    singlePageEntry('redeem'),
    singlePageEntry('today'),
    { name: 'money', pages: TABS.flatMap(({ pages }) => pages) as [PageName, ...PageName[]] },
    { name: 'cards', pages: ['activate', 'sell', 'rackCount', 'holds'] },
    { name: 'team', pages: ['people', 'tills', 'exceptions', 'audit'] },
    { name: 'settings', pages: ['settings', ...SETTINGS_PAGES] },
  ],
};

const PAGES_OF_SEVERAL = ['allClosings', 'allStatements', 'allExceptions'] as const;
const OFFICE_ENTRY: NavigationEntry = { name: 'shops', pages: ['shops', 'allDevices', ...PAGES_OF_SEVERAL] };
/** Pages that work only in the shop of the device. */
const TILL_PAGES: readonly PageName[] = ['redeem', 'sell', 'activate', 'rackCount'];

/** The entries of a role in this shop, in order. */
export function navigationEntries(
  role: Role,
  { sells, practice, visit, managesSeveral = false }: ShopFeatures,
): readonly NavigationEntry[] {
  const hidden: readonly PageName[] = visit ? TILL_PAGES : sells ? [] : ['sell'];
  const all: readonly NavigationEntry[] = visit?.office
    ? [OFFICE_ENTRY, ...OF_ROLE[role]]
    : [...OF_ROLE[role], ...(managesSeveral ? [{ name: 'shops', pages: PAGES_OF_SEVERAL } as const] : [])];
  const entries = all.flatMap(({ name, pages }) => {
    const [first, ...more] = pages.filter((page) => !hidden.includes(page));
    return first === undefined ? [] : [{ name, pages: [first, ...more] as const }];
  });
  return practice && !visit ? [...entries, singlePageEntry('practice')] : entries;
}

/**
 * The page of a path; the page of one activation or issue counts as its list.
 *
 * Null for an unknown path.
 */
export function pageAt(path: string, role: Role): PageName | null {
  if (path === ADDRESSES.redeem) return rootPageOf(role);
  const pages = Object.entries(ADDRESSES) as [PageName, string][];
  const exact = pages.find(([, address]) => address === path);
  const within = pages.find(
    ([page, address]) => (page === 'activate' || page === 'sell') && path.startsWith(`${address}/`),
  );
  return (exact ?? within)?.[0] ?? null;
}

/** The name of an entry for a role: users other than managers see only their own list. */
export function entryName(entry: NavigationEntry['name'], role: Role, places: PlaceMessages): string {
  if (entry !== 'transactions' || role === 'manager') return places[entry];
  return role === 'stock' ? places.myActivations : places.myRedemptions;
}

/** The page at the root: the till, or its counterpart for stock staff. */
export function rootPageOf(role: Role): 'redeem' | 'activate' {
  return mayActAs(role, 'cashier') ? 'redeem' : 'activate';
}

/**
 * True if a role may open a page: the page is in the role's navigation, or in no navigation. The
 * pages of head office need a passkey, whatever the role.
 */
export function mayOpenPage(role: Role, page: PageName): boolean {
  if (OFFICE_ENTRY.pages.includes(page)) return role === 'manager' && PAGES_OF_SEVERAL.some((name) => name === page);
  const has = (who: Role) => OF_ROLE[who].some(({ pages }) => pages.includes(page));
  return has(role) || !has('manager');
}

/** The roles of pages that are in no navigation, if not every role may open them. */
const ROLES_OFF_NAVIGATION: ReadonlyMap<string, Role> = new Map([
  [OFF_NAVIGATION.passkeys, 'manager'],
  [OFF_NAVIGATION.shift, 'cashier'],
  [OFF_NAVIGATION.tryRegister, 'manager'],
]);

/** True if a role may open the page of a path. An unknown path has a page for every role. */
export function mayOpenPath(role: Role, path: string): boolean {
  const page = pageAt(path, role);
  return page === null ? mayActAs(role, ROLES_OFF_NAVIGATION.get(path) ?? role) : mayOpenPage(role, page);
}

/** The first page of a role after sign-in. */
export const homeOf = (role: Role): PageName => (role === 'manager' ? 'today' : rootPageOf(role));
