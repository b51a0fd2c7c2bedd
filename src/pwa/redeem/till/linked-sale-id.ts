import { storageName } from '../../api/in-frame.ts';

const NAME = storageName('tillside.link');

/**
 * The sale that a register's link opened in this window; null for the till's own sale. Each window
 * of the device may show a different one.
 */
export function readLinkedSaleId(): string | null {
  return sessionStorage.getItem(NAME);
}

/** Stores the sale of this window for its next start; null for the till's own sale. */
export function saveLinkedSaleId(saleId: string | null): void {
  if (saleId === null) sessionStorage.removeItem(NAME);
  else sessionStorage.setItem(NAME, saleId);
}
