import { SHOP_HEADER } from '../../contract/platform/shop-header.ts';
import { readLastShop } from './last-shop.ts';

let id = readLastShop(localStorage)?.id;

/** The shop of the device when this page was loaded; undefined before it is known. */
export function pageShop(): string | undefined {
  return id;
}

export function shopHeader(): Record<string, string> {
  return id === undefined ? {} : { [SHOP_HEADER]: id };
}

/** The server put the shop into this page. */
export function startInShop(home: string | undefined): void {
  id = home ?? id;
}

/** Loads the page again if the device has moved to another shop. */
export function stayInShop(home: string | undefined): void {
  if (id !== undefined && home !== undefined && home !== id) location.reload();
  id ??= home;
}

/** True for what was stored in this shop, or before shops were stored. */
export function isOfPageShop({ shop }: { readonly shop?: string | undefined }): boolean {
  return shop === undefined || id === undefined || shop === id;
}
