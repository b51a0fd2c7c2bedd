import { isItems, money } from '../../../contract/money/money.ts';
import { BarChart } from '../../../pwa/ui/bar-chart.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { StoryLine } from '../contract/story.ts';
import { CHARTED_EVENTS_MIN } from './limits.ts';

/**
 * The balance after each event that changed it, as bars: the list above has the same amounts. Drawn
 * for several events in one currency.
 */
export function BalanceChart({ lines }: { readonly lines: readonly StoryLine[] }) {
  const { balances } = usePageMessages('voucher-history');
  const { labelled } = useMessages();
  const { inYear, moneyParts, value } = useFormat();
  const now = useNow(60_000);
  const known = lines.flatMap(({ at, left, what }) =>
    left === null || isItems(left) || what === 'checked' ? [] : [{ at, ...left }],
  );
  const currency = known[0]?.currency;
  if (currency === undefined || known.length < CHARTED_EVENTS_MIN) return null;
  if (known.some((one) => one.currency !== currency)) return null;
  const title = `${balances}, ${currency}`;
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h2 className="text-label font-medium text-neutral-9">{title}</h2>
      <BarChart
        title={title}
        bars={known.map(({ at, amount }) => ({ label: inYear(at, now), above: amount, below: 0, compared: null }))}
        amountText={(amount) => moneyParts(money(amount, currency)).number}
        describe={({ label, above }) => labelled(label, value(money(above, currency)))}
      />
    </section>
  );
}
