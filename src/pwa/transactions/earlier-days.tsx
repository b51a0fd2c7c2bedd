import { ChevronRight } from 'lucide-react';
import type { Closing, ClosingCurrency } from '../../contract/transaction.ts';
import { useShop } from '../shell/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { usePageWords } from '../words/page-words.ts';
import { closedDays } from './closing-days.ts';
import { ownFirst } from './own-first.ts';
import { useAmountText, useDateText } from './texts.ts';

interface EarlierDaysProps {
  /** Every try, the newest first. */
  readonly closings: readonly Closing[];
  readonly onShow: (closing: Closing) => void;
}

/**
 * The days that were compared, each once with what its last try found; the tries before it are
 * folded under it.
 */
export function EarlierDays({ closings, onShow }: EarlierDaysProps) {
  const { closing: words } = usePageWords('transactions');
  const date = useDateText();
  return (
    <section className="grid gap-2" aria-labelledby="earlier-days">
      <h2 id="earlier-days" className="text-section font-semibold">
        {words.earlier}
      </h2>
      {closings.length === 0 && <p className="text-neutral-9">{words.none}</p>}
      <ul className="grid gap-2">
        {closedDays(closings).map((day) => (
          <li key={day.date}>
            <Try closing={day.last} name={date(day.date)} onShow={onShow} />
            {day.earlier.length > 0 && (
              <details className="group pl-4">
                <summary className="flex min-h-12 cursor-pointer list-none items-center gap-1 text-label font-medium text-neutral-11">
                  <ChevronRight aria-hidden strokeWidth={1.75} size={18} className="shrink-0 group-open:rotate-90" />
                  {words.tries(day.earlier.length)}
                </summary>
                <ul className="grid gap-2">
                  {day.earlier.map((closing) => (
                    <li key={closing.id}>
                      <Try closing={closing} name={null} onShow={onShow} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TryProps {
  readonly closing: Closing;
  /** Null where the day stands above. */
  readonly name: string | null;
  readonly onShow: (closing: Closing) => void;
}

function Try({ closing, name, onShow }: TryProps) {
  const { closing: words } = usePageWords('transactions');
  const { dateTime } = useFormat();
  const { currency } = useShop();
  const compared = ownFirst(closing.currencies, currency).filter(({ difference }) => difference !== null);
  return (
    <Button
      className="w-full flex-wrap justify-between! gap-x-4 gap-y-1 py-2 text-left"
      onClick={() => onShow(closing)}
    >
      <span className="min-w-0">
        {name !== null && <span className="block tabular-nums">{name}</span>}
        <span className="block text-label font-normal text-neutral-11">
          {words.kept(dateTime(closing.at), closing.person, closing.device)}
        </span>
      </span>
      <span className="flex flex-wrap gap-1">
        {compared.map((sums) => (
          <DifferenceChip key={sums.currency} sums={sums} />
        ))}
      </span>
    </Button>
  );
}

interface DifferenceChipProps {
  readonly sums: Pick<ClosingCurrency, 'difference' | 'currency'>;
}

/**
 * How far the register is from what the issuer says, in one currency; nothing where it was not
 * asked.
 */
export function DifferenceChip({ sums: { difference, currency } }: DifferenceChipProps) {
  const { closing: words } = usePageWords('transactions');
  const amountText = useAmountText();
  if (difference === null) return null;
  if (difference === 0) return <Chip tone="done">✓ {words.agrees}</Chip>;
  const amount = amountText(Math.abs(difference), currency);
  return <Chip tone="attention">! {difference > 0 ? words.more(amount) : words.less(amount)}</Chip>;
}
