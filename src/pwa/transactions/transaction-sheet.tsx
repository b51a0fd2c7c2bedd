import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TransactionDetail } from '../../contract/transaction.ts';
import { failureOrNull } from '../api/failure.ts';
import { call } from '../api/live.ts';
import { EvidenceList } from '../attention/evidence-list.tsx';
import { refundOffer } from '../refund/offer.ts';
import { RefundDialog } from '../refund/refund-dialog.tsx';
import { useRefundStore, useRefunds } from '../refund/use-refunds.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useNow } from '../ui/use-now.ts';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';
import { IssuerRecords } from './issuer-records.tsx';
import { type Line, rowsOf } from './lines.ts';
import { useRowTexts } from './texts.ts';

interface SheetProps {
  /** Null: it is not in the period; undefined: nobody knows yet. */
  readonly line: Line | null | undefined;
  readonly isManager: boolean;
  readonly onClose: () => void;
  /** A refund changed what is listed. */
  readonly onRefunded: () => void;
}

/** Everything about one line: its records at the issuer, who made it here, and its refund. */
export function TransactionSheet({ line, isManager, onClose, onRefunded }: SheetProps) {
  const { sheet } = usePageWords('transactions');
  const { common } = useWords();
  return (
    <>
      <Dialog place="side" title={sheet.title} onClose={onClose}>
        {line === undefined && <p className="text-neutral-9">{common.loading}</p>}
        {line === null && <p className="text-neutral-9">{sheet.gone}</p>}
        {line != null && <LineDetail line={line} isManager={isManager} onRefunded={onRefunded} />}
      </Dialog>
      <OpenRefund />
    </>
  );
}

function LineDetail({ line, isManager, onRefunded }: { readonly line: Line } & Pick<SheetProps, 'isManager' | 'onRefunded'>) {
  const words = usePageWords('transactions');
  const texts = useRowTexts();
  const { dateTime } = useFormat();
  const { row } = line;
  const ids = rowsOf(line).map(({ id }) => id);
  const canAsk = isManager && row.at !== null && row.type !== 'activation';
  const key = ['transactions', 'detail', ...ids];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('transactionDetail', { body: { ids, at: row.at ?? '' }, signal }),
    enabled: canAsk,
  });
  useAfterRefund(key, onRefunded);
  const { type, status, amount, voucher } = texts(row);
  return (
    <div className="grid gap-5">
      <div>
        <p className="text-amount font-semibold break-words tabular-nums">{amount}</p>
        <p className="text-section">
          {type} · {status}
        </p>
        <p className="text-neutral-9 tabular-nums">
          {[voucher, ...row.vouchers.map(({ product }) => product)].filter(Boolean).join(' · ')}
        </p>
        <p className="text-neutral-9 tabular-nums">{row.at === null ? words.noTime : dateTime(row.at)}</p>
      </div>
      <FailureNotice failure={failureOrNull(error)} />
      <Here line={line} detail={data} isManager={isManager} />
      <IssuerRecords line={line} detail={data} />
    </div>
  );
}

/** What the journal knows: who, where, how often it was sent, what was found out, and whether it can be given back. */
function Here({
  line,
  detail,
  isManager,
}: {
  readonly line: Line;
  readonly detail: TransactionDetail | undefined;
  readonly isManager: boolean;
}) {
  const { sheet } = usePageWords('transactions');
  const { states } = useWords();
  const now = useNow(30_000);
  const { open } = useRefundStore();
  const { by } = line.row;
  const tender = detail?.tender ?? null;
  const offer = tender && refundOffer(tender, isManager ? 'manager' : 'cashier', now);
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{sheet.here}</h3>
      {by === null && <p className="text-neutral-9">{sheet.notHere}</p>}
      {by?.person != null && <p>{sheet.by(by.person, by.device ?? '')}</p>}
      {tender !== null && (
        <p className="text-neutral-9">
          {states[tender.state]}
          {detail?.attempts != null && ` · ${sheet.attempts(detail.attempts)}`}
        </p>
      )}
      {detail?.refund != null && <p>{sheet.reason(detail.refund.reason)}</p>}
      {detail !== undefined && <EvidenceList evidence={detail.evidence} now={now} />}
      {tender !== null && offer !== null && <Button onClick={() => open(tender)}>{sheet.refund}</Button>}
    </section>
  );
}

function OpenRefund() {
  const { open } = useRefunds();
  return open && <RefundDialog tender={open} />;
}

/** Once a refund's dialog has closed, what is shown may not be what it was. */
function useAfterRefund(queryKey: readonly string[], onRefunded: () => void): void {
  const client = useQueryClient();
  const { open } = useRefunds();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && open === null) {
      void client.invalidateQueries({ queryKey });
      onRefunded();
    }
    wasOpen.current = open !== null;
  }, [open, client, queryKey, onRefunded]);
}
