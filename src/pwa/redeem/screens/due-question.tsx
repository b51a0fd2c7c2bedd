import { money } from '../../../contract/money/money.ts';
import { Button } from '../../ui/button.tsx';
import { TONES } from '../../ui/tone.ts';
import { useFormat } from '../../ui/use-format.tsx';
import { useWords } from '../../words/words.tsx';
import { total } from '../till/entry.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';

/**
 * Asks if the typed digits are the amount due or a voucher's number. Until then, nothing is due.
 */
export function DueQuestion() {
  const { sale: words } = useWords();
  const { money: text } = useFormat();
  const { sale } = useTill();
  const { meanDue, lookUpDue } = useTillStore();
  if (!sale.doubted) return null;
  const { due, currency } = sale;
  const amount = text(money(total(due), currency));
  const { tint, ink } = TONES.attention;
  return (
    <section
      role="status"
      aria-label={words.due}
      className={`grid grid-cols-[minmax(0,1fr)] gap-2 rounded-button p-3 ${tint}`}
    >
      <p className={`font-medium ${ink}`}>{words.isCode(amount)}</p>
      <div className="flex flex-wrap gap-2">
        {due.text !== '' && <Button onClick={lookUpDue}>{words.lookUp}</Button>}
        <Button onClick={meanDue}>{words.isMeant(amount)}</Button>
      </div>
    </section>
  );
}
