import { grouped } from '../../../../contract/money/grouped.ts';
import { isItemsCurrency } from '../../../transactions/contract/transaction-amount.ts';
import { type Books, classOf, type VoucherClass } from '../../contract/books.ts';

export interface BookedLine {
  readonly kind: 'redeemed' | 'refunded';
  readonly product: string;
  readonly currency: string;
  /** Minor units, never negative. */
  readonly amount: number;
}

export interface BookedZ {
  readonly id: string;
  readonly number: number;
  readonly till: string;
  readonly tillId: string;
  readonly person: string;
  /** The shop's day when the shift opened. */
  readonly day: string;
  /** True if the closing was exported in this format and currency before. */
  readonly again: boolean;
  readonly lines: readonly BookedLine[];
}

/** One side of an entry, minor units: `debit` or `credit` is 0. */
export interface Posting {
  readonly account: string;
  readonly tax: string;
  /** Null for the account of the register. */
  readonly class: VoucherClass | null;
  readonly debit: number;
  readonly credit: number;
}

/**
 * A closing as a double entry: debit equals credit, and the amount cleared at the register is that
 * of the Z.
 */
export interface BookEntry {
  readonly z: Omit<BookedZ, 'lines'>;
  readonly postings: readonly Posting[];
  /** Redeemed minus refunded. */
  readonly net: number;
}

/**
 * Creates one entry for each closing with redemptions or refunds in a currency. The amounts paid
 * with vouchers are booked from the accounts of their classes to the account of the register.
 */
export function entriesOf(closings: readonly BookedZ[], books: Books, currency: string): BookEntry[] {
  return closings.flatMap(({ lines, ...z }) => {
    const ofCurrency = lines.filter((line) => line.currency === currency && !isItemsCurrency(currency));
    const byClass = grouped(ofCurrency, ({ product }) => classOf(books, product));
    const nets = [...byClass].map(([of, some]) => ({ of, net: netOf(some) })).filter(({ net }) => net !== 0);
    if (nets.length === 0) return [];
    const net = nets.reduce((sum, one) => sum + one.net, 0);
    const postings = nets.map((one) => posting({ ...books.classes[one.of], class: one.of }, one.net));
    const register = net === 0 ? [] : [posting({ ...books.clearing, class: null }, -net)];
    return [{ z, postings: [...postings, ...register], net }];
  });
}

/** Returns the classes that need an account and have none; null means the register. */
export function withoutAccount(entries: readonly BookEntry[]): (VoucherClass | null)[] {
  const lacking = entries.flatMap(({ postings }) => postings.filter(({ account }) => account === ''));
  return [...new Set(lacking.map((one) => one.class))];
}

function netOf(lines: readonly BookedLine[]): number {
  return lines.reduce((sum, { kind, amount }) => sum + (kind === 'redeemed' ? amount : -amount), 0);
}

function posting(of: Pick<Posting, 'account' | 'tax' | 'class'>, net: number): Posting {
  return { account: of.account, tax: of.tax, class: of.class, debit: Math.max(0, net), credit: Math.max(0, -net) };
}
