import { ManagerPin } from '../../approval/manager-pin.tsx';
import { metLimit } from '../../approval/proof-form.tsx';
import { usePageMessages } from '../../words/page-words.ts';
import { toPendingTender } from '../till/pending-tender.ts';
import type { SaleRow } from '../till/sale.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';

/** A manager approves a redemption that was refused without approval. */
export function RejectedApproval({
  row,
  failure,
}: {
  readonly row: SaleRow;
  readonly failure: Parameters<typeof metLimit>[0];
}) {
  const messages = usePageMessages('approval');
  const { sale } = useTill();
  const { sendApproved } = useTillStore();
  const { id, body } = toPendingTender(row, sale.id);
  return (
    <section aria-label={messages.title} className="grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-4 text-start">
      <p>{messages.lead}</p>
      <ManagerPin
        id={id}
        operation={{ kind: 'tender', tender: body }}
        about={{ last4: row.last4, limit: metLimit(failure) }}
        onApproved={() => sendApproved(id)}
      />
    </section>
  );
}
