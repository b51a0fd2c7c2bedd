import { grouped } from '../../../../contract/money/grouped.ts';
import { type Books, classOf, type StatementDay, type StatementLine } from '../../contract/books.ts';
import type { RedeemedLine } from '../redeemed-lines.ts';

/** Adds up redemptions by product and currency: classes in their order, then by name. */
export function statementLines(
  lines: readonly Pick<RedeemedLine, 'kind' | 'product' | 'currency' | 'amount' | 'forfeited' | 'receiptNo'>[],
  books: Books,
): StatementLine[] {
  return [...grouped(lines, ({ product, currency }) => `${currency}\n${product}`).values()]
    .map((all): StatementLine => {
      const [{ product, currency }] = all;
      const redeemed = all.filter(({ kind }) => kind === 'redeemed');
      const refunded = all.filter(({ kind }) => kind === 'refunded');
      const sums = { redeemed: total(redeemed, 'amount'), refunded: total(refunded, 'amount') };
      const of = classOf(books, product);
      return {
        product,
        class: of,
        account: books.classes[of].account,
        currency,
        redemptions: redeemed.length,
        refunds: refunded.length,
        ...sums,
        net: sums.redeemed - sums.refunded,
        forfeited: total(redeemed, 'forfeited'),
        receipts: rangeOf(all.flatMap(({ receiptNo }) => receiptNo ?? [])),
      };
    })
    .sort(
      (a, b) =>
        a.currency.localeCompare(b.currency) || a.class.localeCompare(b.class) || a.product.localeCompare(b.product),
    );
}

/** Adds up redemptions by day and currency. */
export function statementDays(
  lines: readonly Pick<RedeemedLine, 'at' | 'kind' | 'currency' | 'amount'>[],
  dayOf: (at: number) => string,
): StatementDay[] {
  return [...grouped(lines, ({ at, currency }) => `${dayOf(at)}\n${currency}`).values()]
    .map((all) => ({
      day: dayOf(all[0].at),
      currency: all[0].currency,
      redeemed: total(
        all.filter(({ kind }) => kind === 'redeemed'),
        'amount',
      ),
      refunded: total(
        all.filter(({ kind }) => kind === 'refunded'),
        'amount',
      ),
    }))
    .sort((a, b) => a.day.localeCompare(b.day) || a.currency.localeCompare(b.currency));
}

type SummedField = 'amount' | 'forfeited';

function total<Field extends SummedField>(lines: readonly Record<Field, number>[], what: Field): number {
  return lines.reduce((sum, line) => sum + line[what], 0);
}

/** Returns the first and the last number; numbers with digits are compared numerically. */
function rangeOf(numbers: readonly string[]): StatementLine['receipts'] {
  const sorted = numbers.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const [first] = sorted;
  const last = sorted.at(-1);
  return first === undefined || last === undefined ? null : { first, last };
}
