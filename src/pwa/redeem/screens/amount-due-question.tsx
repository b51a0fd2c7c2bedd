import { money } from '../../../contract/money/money.ts';
import { Button } from '../../ui/button.tsx';
import { TONES } from '../../ui/tone.ts';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { entryTotal } from '../till/entry.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';

/**
 * Asks if the typed digits are the amount due or a voucher's number. Until it is answered, no
 * amount is due.
 */
export function AmountDueQuestion() {
  const { sale: messages } = useMessages();
  const { money: text } = useFormat();
  const { sale } = useTill();
  const { meanDue, lookUpDue } = useTillStore();
  if (!sale.doubted) return null;
  const { due, currency } = sale;
  const amount = text(money(entryTotal(due), currency));
  const { tint, ink } = TONES.attention;
  return (
    <section
      role="status"
      aria-label={messages.due}
      className={`grid grid-cols-[minmax(0,1fr)] gap-2 rounded-button p-3 ${tint}`}
    >
      <p className={`font-medium ${ink}`}>{messages.isCode(amount)}</p>
      <div className="flex flex-wrap gap-2">
        {due.text !== '' && <Button onClick={lookUpDue}>{messages.lookUp}</Button>}
        <Button onClick={meanDue}>{messages.isMeant(amount)}</Button>
      </div>
    </section>
  );
}
