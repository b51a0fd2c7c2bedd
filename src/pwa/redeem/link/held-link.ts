import { ownName } from '../../api/in-frame.ts';

const NAME = ownName('tillside.link');

/**
 * The sale that this window has from a register's link; null for the till's own.
 *
 * Another window of the device may be about another one.
 */
export function heldLink(): string | null {
  return sessionStorage.getItem(NAME);
}

/** From its next start on, this window is about this sale, or about the till's own again. */
export function holdLink(saleId: string | null): void {
  if (saleId === null) sessionStorage.removeItem(NAME);
  else sessionStorage.setItem(NAME, saleId);
}
