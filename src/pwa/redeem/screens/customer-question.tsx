import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useMessages } from '../../words/words.tsx';
import { leftToPay } from '../till/sale.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { isOfOtherPerson } from '../till/whose-sale.ts';
import { PaidVouchers } from './end-of-sale.tsx';
import { FullScreen } from './full-screen.tsx';

/** Neither answer looks preferred. */
const ANSWER = 'min-h-28 border border-neutral-6 text-section font-semibold text-balance';

/**
 * Asks which customer an unattended sale belongs to. Another person’s sale waits for them. The two
 * answers look equal, and Enter selects neither.
 */
export function CustomerQuestion() {
  const { saleOwner: messages } = useMessages();
  const { money, moment } = useFormat();
  const till = useTill();
  const { sale } = till;
  const { serve, newSale, leaveForOwner } = useTillStore();
  const { touched } = sale;
  const now = useNow(60_000);
  const left = leftToPay(sale);
  const since = touched === null ? null : moment(new Date(touched.at).toISOString(), now);
  return (
    <FullScreen tone={null} title={messages.title} icon={false}>
      {touched?.by != null && <p className="text-section">{messages.by(touched.by)}</p>}
      <PaidVouchers sale={sale} />
      <div className="grid w-full max-w-2xl gap-3 tablet:grid-cols-2">
        <Button className={ANSWER} onClick={serve}>
          {messages.continueSale(left === null ? null : money(left), since)}
        </Button>
        {isOfOtherPerson(till) ? (
          <Button className={ANSWER} onClick={leaveForOwner}>
            {messages.leaveFor(touched?.by ?? '')}
          </Button>
        ) : (
          <Button className={ANSWER} onClick={newSale}>
            {messages.newCustomer}
          </Button>
        )}
      </div>
    </FullScreen>
  );
}
