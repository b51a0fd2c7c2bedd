import { ManagerPin } from '../../approval/manager-pin.tsx';
import { usePageWords } from '../../words/page-words.ts';
import type { SaleRow } from '../till/sale.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { wishOf } from '../till/wish.ts';

/** A manager approves a redemption that was refused without approval. */
export function RejectedApproval({ row }: { readonly row: SaleRow }) {
  const words = usePageWords('approval');
  const { sale } = useTill();
  const { sendApproved } = useTillStore();
  const { id, body } = wishOf(row, sale.id);
  return (
    <section aria-label={words.title} className="grid w-full max-w-96 grid-cols-[minmax(0,1fr)] gap-4 text-start">
      <p>{words.lead}</p>
      <ManagerPin
        id={id}
        wish={{ kind: 'tender', tender: body }}
        about={{ last4: row.last4 }}
        onApproved={() => sendApproved(id)}
      />
    </section>
  );
}
