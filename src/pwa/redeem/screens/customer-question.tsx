import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useMessages } from '../../words/words.tsx';
import { leftToPay } from '../till/sale.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { FullScreen } from './full-screen.tsx';

/** Neither answer looks preferred. */
const ANSWER = 'min-h-28 border border-neutral-6 text-section font-semibold text-balance';

/**
 * Asks which customer an unattended sale belongs to. The two answers look equal, and Enter selects
 * neither.
 */
export function CustomerQuestion() {
  const { whose: messages } = useMessages();
  const { money, moment } = useFormat();
  const { sale } = useTill();
  const { serve, newSale } = useTillStore();
  const { touched } = sale;
  const now = useNow(60_000);
  const left = leftToPay(sale);
  const since = touched === null ? null : moment(new Date(touched.at).toISOString(), now);
  return (
    <FullScreen tone={null} title={messages.title} icon={false}>
      {touched?.by != null && <p className="text-section">{messages.by(touched.by)}</p>}
      <div className="grid w-full max-w-2xl gap-3 tablet:grid-cols-2">
        <Button className={ANSWER} onClick={serve}>
          {messages.goOn(left === null ? null : money(left), since)}
        </Button>
        <Button className={ANSWER} onClick={newSale}>
          {messages.newCustomer}
        </Button>
      </div>
    </FullScreen>
  );
}
