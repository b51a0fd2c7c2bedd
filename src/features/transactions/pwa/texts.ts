import { currencySchema } from '../../../contract/money/money.ts';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useLanguage, useMessages } from '../../../pwa/words/words.tsx';
import type { Transaction } from '../contract/transaction.ts';
import { isItemsCurrency } from '../contract/transaction-amount.ts';

/** Formats amounts of transactions: sums may exceed any voucher, and may be negative. */
export function useAmountText(): (amount: number, currency: string) => string {
  const { money } = useFormat();
  const { items } = useMessages().common;
  return (amount, currency) => {
    if (isItemsCurrency(currency)) return items(amount);
    const sign = amount < 0 ? '−' : '';
    if (!currencySchema.safeParse(currency).success) return `${amount} ${currency}`;
    return `${sign}${money({ amount: Math.abs(amount), currency })}`;
  };
}

/** A calendar day, `YYYY-MM-DD`, with its weekday. */
export function useDateText(): (date: string) => string {
  const { dateLocale } = useFormat();
  const format = new Intl.DateTimeFormat(dateLocale, { timeZone: 'UTC', dateStyle: 'full' });
  return (date) => format.format(Date.parse(`${date}T00:00:00Z`));
}

/** Formats an amount without its currency, for cells below a heading with the currency. */
export function useNumberText(): (amount: number, currency: string) => string {
  const { moneyParts } = useFormat();
  const { language } = useLanguage();
  return (amount, currency) => {
    if (!currencySchema.safeParse(currency).success) return new Intl.NumberFormat(language).format(amount);
    return `${amount < 0 ? '−' : ''}${moneyParts({ amount: Math.abs(amount), currency }).number}`;
  };
}

/** The issuer's type of a check, which has no effect. */
const isOther = (rawType: string) => rawType.toLowerCase() === 'other';

/**
 * The texts for a row: type, amount and voucher.
 *
 * For unknown values, the issuer's own texts are used.
 */
export function useRowTexts(): (row: Transaction) => RowTexts {
  const messages = usePageMessages('transactions');
  const amountText = useAmountText();
  const amountOf = ({ type, amount, currency }: Pick<Transaction, 'type' | 'amount' | 'currency'>) => {
    if (amount === null) return type === 'other' ? '–' : messages.noAmount;
    return type === 'activation' ? messages.cards(amount) : amountText(amount, currency);
  };
  /* An answered lookup has no further result. */
  const statusOf = ({ type, status, rawStatus }: Pick<Transaction, 'type' | 'status' | 'rawStatus'>) => {
    if (type === 'other' && status === 'succeeded') return '–';
    return status === 'unknown' && rawStatus !== '' ? rawStatus : messages.statuses[status];
  };
  return ({ type, rawType, status, rawStatus, amount, currency, vouchers, cards }) => ({
    type: type === 'other' && rawType !== '' && !isOther(rawType) ? rawType : messages.types[type],
    status: statusOf({ type, status, rawStatus }),
    amount: amountOf({ type, amount, currency }),
    voucher: cards ? cardsText(cards) : vouchers.map(({ last4 }) => maskRef(last4)).join(' '),
  });
}

/** First and last card, or the number of a single card. */
const cardsText = ({ start, end }: NonNullable<Transaction['cards']>) => (start === end ? start : `${start}–${end}`);

export interface RowTexts {
  readonly type: string;
  readonly status: string;
  readonly amount: string;
  /** The last four of vouchers; for an activation, the numbers of its cards. */
  readonly voucher: string;
}
