import { mayActAs, type Role } from '../../../contract/people.ts';
import { ADDRESSES, type PlaceName } from '../addresses.ts';

/** What a shop has beside redeeming. */
interface ShopWays {
  readonly sells: boolean;
  readonly practice: boolean;
}

/** Whom each place is for, in the order of the navigation. */
const FOR_WHOM: readonly (readonly [PlaceName, Role | 'everybody'])[] = [
  ['redeem', 'cashier'],
  ['activate', 'stock'],
  ['sell', 'cashier'],
  ['transactions', 'everybody'],
  ['closing', 'manager'],
  ['attention', 'manager'],
  ['people', 'manager'],
  ['printers', 'manager'],
  ['connections', 'manager'],
  ['audit', 'manager'],
  ['practice', 'everybody'],
];

/** Where a role may go in this shop, in the order of the navigation. */
export function placesOf(role: Role, { sells, practice }: ShopWays): readonly PlaceName[] {
  return FOR_WHOM.filter(
    ([place, whom]) =>
      (whom === 'everybody' || mayActAs(role, whom)) &&
      (place !== 'sell' || sells) &&
      (place !== 'practice' || practice),
  ).map(([place]) => place);
}

/**
 * The place that a path belongs to; the page of one activation or issue belongs to its list.
 *
 * Null for a path that leads nowhere.
 */
export function placeAt(path: string, role: Role): PlaceName | null {
  if (path === ADDRESSES.redeem) return homeOf(role);
  const exact = FOR_WHOM.find(([place]) => ADDRESSES[place] === path);
  const within = FOR_WHOM.find(
    ([place]) => (place === 'activate' || place === 'sell') && path.startsWith(`${ADDRESSES[place]}/`),
  );
  return (exact ?? within)?.[0] ?? null;
}

/** The place that the app opens with. */
export function homeOf(role: Role): PlaceName {
  return mayActAs(role, 'cashier') ? 'redeem' : 'activate';
}
