import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { receiptNoSchema } from '../../../contract/redemption/sale-facts.ts';
import { hasRedeemed } from '../../../contract/redemption/tender.ts';
import { failureOrNull } from '../../api/failure.ts';
import { call } from '../../api/live.ts';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { submitted, text } from '../../ui/form.ts';
import { Notice } from '../../ui/notice.tsx';
import { useMessages } from '../../words/words.tsx';
import type { TillSale } from '../till/sale.ts';
import { useReceiptMissing, useRule } from '../till/use-rule.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';

/**
 * The register's number of the sale, if the shop uses them. A number from the register itself is
 * read-only.
 */
export function ReceiptNumber() {
  const { registers, common } = useMessages();
  const { receiptUse } = useRule();
  const { sale } = useTill();
  const [typing, setTyping] = useState(false);
  const late = useLateNumber(sale);
  if (sale.register !== null || (receiptUse === 'off' && sale.receiptNo === null)) return null;
  return (
    <section
      aria-label={registers.receiptNo}
      className="card flex flex-wrap items-center justify-between gap-x-3 px-4 py-2 till:px-6"
    >
      <p className="min-w-0">
        <span className="text-label font-medium text-neutral-9">{registers.receiptNo}</span>{' '}
        {sale.receiptNo === null ? (
          <span className="text-neutral-9">{registers.noReceiptNo}</span>
        ) : (
          <span className="font-semibold wrap-anywhere tabular-nums">{sale.receiptNo}</span>
        )}
      </p>
      <Button variant="quiet" aria-label={registers.setReceiptNo} onClick={() => setTyping(true)}>
        <Pencil aria-hidden strokeWidth={1.75} size={20} />
      </Button>
      {late.isError && (
        <div className="grid basis-full grid-cols-[minmax(0,1fr)] gap-2">
          <FailureNotice failure={failureOrNull(late.error)} />
          <Button onClick={() => void late.refetch()}>{common.tryAgain}</Button>
        </div>
      )}
      {typing && (
        <Dialog title={registers.receiptNo} onClose={() => setTyping(false)} onScan="closes">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <p className="text-neutral-10">{registers.receiptNoHint}</p>
            <ReceiptForm onDone={() => setTyping(false)} />
          </div>
        </Dialog>
      )}
    </section>
  );
}

/**
 * A register may print the number after the last voucher has paid. It is sent for the redemptions
 * of the sale that lack it.
 */
function useLateNumber({ id, register, receiptNo, rows }: TillSale) {
  const without = rows.filter(({ view }) => view !== null && hasRedeemed(view.state) && view.receiptNo === null);
  return useQuery({
    queryKey: ['late-receipt', id, receiptNo, without.map(({ tenderId }) => tenderId)],
    queryFn: () => call('putSaleReceipt', { params: { id }, body: { receiptNo: receiptNo ?? '' } }),
    enabled: register === null && receiptNo !== null && without.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** On the panel of a voucher, if the shop requires the number before a redemption. */
export function ReceiptNeeded() {
  const { registers } = useMessages();
  if (!useReceiptMissing()) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Notice tone="attention">{registers.receiptNeeded}</Notice>
      <ReceiptForm />
    </div>
  );
}

/** The form for the number. No key or scan closes it. */
function ReceiptForm({ onDone }: { readonly onDone?: () => void }) {
  const { registers, common } = useMessages();
  const { setReceiptNo } = useTillStore();
  const { sale } = useTill();
  const submit = submitted((form) => {
    const typed = receiptNoSchema.safeParse(text(form, 'receipt'));
    setReceiptNo(typed.success ? typed.data : null);
    onDone?.();
  });
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Field
        className="min-w-40 flex-1"
        label={registers.receiptNo}
        name="receipt"
        defaultValue={sale.receiptNo ?? ''}
        maxLength={LIMITS.receiptNoCharsMax}
        autoFocus
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
      />
      <Button type="submit">{common.done}</Button>
    </form>
  );
}
