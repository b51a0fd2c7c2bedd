import { Wallet } from 'lucide-react';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Figure, useToday } from '../../../pwa/today/figure.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { isoPeriodOf } from './period.ts';
import { useTotals } from './queries.ts';
import { shopCurrencyFirst } from './shop-currency-first.ts';
import { useAmountText } from './texts.ts';

export function Redeemed() {
  const messages = usePageMessages('today');
  const shop = useShop();
  const { currency } = shop;
  const amountText = useAmountText();
  const today = useToday();
  const { data } = useTotals(isoPeriodOf({ first: today, last: today }, shop), {});
  const [main] = shopCurrencyFirst(data?.sums.currencies ?? [], currency);
  const net = amountText(main?.net ?? 0, main?.currency ?? currency);
  return (
    <Figure
      icon={Wallet}
      href={ADDRESSES.transactions}
      name={messages.taken}
      more={data === undefined ? '' : messages.redemptions(main?.captures ?? 0, main?.refunds ?? 0)}
    >
      {data === undefined ? '' : net}
    </Figure>
  );
}
