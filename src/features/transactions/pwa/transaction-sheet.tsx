import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { hasRedeemed, receiptReference, type TenderView } from '../../../contract/redemption/tender.ts';
import { failureOrNull, isProblem } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { TENDERS_KEY } from '../../../pwa/api/queries.ts';
import { EvidenceList } from '../../../pwa/attention/evidence-list.tsx';
import { Receipt } from '../../../pwa/redeem/screens/receipt.tsx';
import { refundOffer } from '../../../pwa/refund/offer.ts';
import { RefundDialog } from '../../../pwa/refund/refund-dialog.tsx';
import { useRefundStore, useRefunds } from '../../../pwa/refund/use-refunds.ts';
import { addressOfActivation } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { PrintButton, receiptElement } from '../../../pwa/shell/print-button.tsx';
import { slotsOf } from '../../../pwa/shell/slots.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button, buttonClass } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Line, SaleFacts, Transaction, TransactionDetail } from '../contract/transaction.ts';
import { IssuerRecords } from './issuer-records.tsx';
import { DETAIL_KEY, detailQuery, TOTALS_KEY } from './queries.ts';
import { useAmountText, useRowTexts } from './texts.ts';

interface SheetProps {
  /** Of one of the line's rows. */
  readonly id: string;
  /**
   * The line as listed: null if it is not among the loaded ones, undefined while the list is being
   * loaded.
   */
  readonly listed: Line | null | undefined;
  readonly isManager: boolean;
  readonly onClose: () => void;
}

/**
 * The details of one line: the issuer's records, the user who made it, and its refund.
 *
 * Users other than managers see only the data of the list.
 */
export function TransactionSheet({ id, listed, isManager, onClose }: SheetProps) {
  const { sheet } = usePageMessages('transactions');
  const { common } = useMessages();
  const { data, error } = useQuery({ ...detailQuery(id), enabled: isManager });
  useAfterRefund();
  const isGone = isManager ? isProblem(error, 'not-found') : listed === null;
  const line = useLatest(data?.line ?? listed ?? undefined);
  return (
    <>
      <Dialog position="side" title={sheet.title} onClose={onClose}>
        {line === undefined && isGone && <p className="text-neutral-9">{sheet.notFound}</p>}
        {line === undefined && !isGone && error === null && <p className="text-neutral-9">{common.loading}</p>}
        {!(line === undefined && isGone) && <FailureNotice failure={failureOrNull(error)} />}
        {line !== undefined && <LineDetail id={id} line={line} detail={data} isManager={isManager} />}
      </Dialog>
      <OpenRefund />
    </>
  );
}

/** The latest line. It stays when it leaves the list, with the dialogs of its buttons. */
function useLatest(line: Line | undefined): Line | undefined {
  const [latest, setLatest] = useState(line);
  if (line !== undefined && line !== latest) setLatest(line);
  return line ?? latest;
}

interface DetailProps {
  readonly line: Line;
  readonly detail: TransactionDetail | undefined;
  readonly isManager: boolean;
}

/** @param id names the line also after its row was joined with another one */
function LineDetail({ id, line, detail, isManager }: DetailProps & Pick<SheetProps, 'id'>) {
  const messages = usePageMessages('transactions');
  const texts = useRowTexts();
  const { dateTime } = useFormat();
  const { row } = line;
  const { type, status, amount, voucher } = texts(row);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        {row.type !== 'other' && <p className="text-amount font-semibold break-words tabular-nums">{amount}</p>}
        <p className="text-section">{row.type === 'other' ? type : `${type} · ${status}`}</p>
        <p className="text-neutral-9 tabular-nums">
          {[voucher, ...row.vouchers.map(({ product }) => product)].filter(Boolean).join(' · ')}
        </p>
        <p className="text-neutral-9 tabular-nums">{row.at === null ? messages.noTime : dateTime(row.at)}</p>
      </div>
      {isManager && row.type !== 'activation' && (
        <div className="flex flex-wrap gap-2">
          {slotsOf('knownVoucher').map((Part, position) => (
            <Part key={position} about={{ transactionId: id }} look="plain" />
          ))}
        </div>
      )}
      <JournalDetails line={line} detail={detail} isManager={isManager} />
      <IssuerRecords line={line} detail={detail} />
    </div>
  );
}

/** The journal's data: person, device, attempts, evidence, and if a refund is possible. */
function JournalDetails({ line, detail, isManager }: DetailProps) {
  const { sheet } = usePageMessages('transactions');
  const { states } = useMessages();
  const now = useNow(30_000);
  const { open } = useRefundStore();
  const { visit } = useShop();
  const { by } = line.row;
  const tender = detail?.tender ?? null;
  const cashierTender = useCashierTender(line.row, !isManager);
  const displayed = tender ?? cashierTender;
  const offer = displayed && refundOffer(displayed, isManager ? 'manager' : 'cashier', now);
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{sheet.here}</h3>
      {by === null && <p className="text-neutral-9">{line.row.type === 'other' ? sheet.look : sheet.notHere}</p>}
      {by?.person != null && <p>{sheet.by(by.person, by.key ? sheet.keyName(by.device ?? '') : (by.device ?? ''))}</p>}
      <SaleLines row={line.row} detail={detail} />
      {tender !== null && (
        <p className="text-neutral-9">
          {states[tender.state]}
          {detail?.attempts != null && ` · ${sheet.attempts(detail.attempts)}`}
        </p>
      )}
      {detail?.refund != null && <p>{sheet.reason(detail.refund.reason)}</p>}
      {detail !== undefined && <EvidenceList evidence={detail.evidence} now={now} />}
      {by?.operation === 'activation' && (
        <Link href={addressOfActivation(by.id)} className={buttonClass('plain')}>
          {sheet.openActivation}
        </Link>
      )}
      {displayed !== null && offer !== null && !visit && (
        <Button onClick={() => open(displayed)}>{sheet.refund}</Button>
      )}
      {displayed !== null && hasRedeemed(displayed.state) && !visit && <ReceiptAgain tender={displayed} />}
    </section>
  );
}

/** The redemption of a cashier, who sees no further details; null for other rows. */
function useCashierTender({ by }: Transaction, enabled: boolean): TenderView | null {
  const id = by?.operation === 'tender' ? by.id : null;
  const { data } = useQuery({
    queryKey: [...TENDERS_KEY, 'one', id],
    queryFn: ({ signal }) => call('tender', { params: { id: id ?? '' }, signal }),
    enabled: enabled && id !== null,
  });
  return data ?? null;
}

function ReceiptAgain({ tender }: { readonly tender: TenderView }) {
  const { sheet } = usePageMessages('transactions');
  return (
    <>
      <p className="text-neutral-9 tabular-nums">{sheet.receipt(receiptReference(tender.id))}</p>
      <PrintButton what="receipt" subject={tender.id} paper={receiptElement} isMarkedCopy>
        {sheet.printReceipt}
      </PrintButton>
      <Receipt view={tender} sale={null} copy />
    </>
  );
}

function OpenRefund() {
  const { open } = useRefunds();
  return open && <RefundDialog tender={open} />;
}

/** Reloads the data after a refund's dialog has closed. Pages of the list follow their totals. */
function useAfterRefund(): void {
  const client = useQueryClient();
  const { open } = useRefunds();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && open === null) {
      for (const queryKey of [DETAIL_KEY, TOTALS_KEY]) void client.invalidateQueries({ queryKey });
    }
    wasOpen.current = open !== null;
  }, [open, client]);
}

/**
 * The journal's data about a row's sale, in short lines; for a single-use voucher also its full
 * balance and the forfeited amount.
 */
function SaleLines({ row, detail }: Pick<DetailProps, 'detail'> & { readonly row: Transaction }) {
  const { registers, kinds, sale: messages, receipt } = useMessages();
  const amountText = useAmountText();
  const { receiptNo, entry, held, forfeited } = row.by?.sale ?? NO_FACTS;
  const { due, collected, currency } = detail?.saleDue ?? { due: null, collected: null, currency: '' };
  const lines = [
    [registers.receiptNo, receiptNo],
    [registers.entry, entry && registers.entries[entry]],
    [registers.held, held === null || forfeited === null ? null : amountText(held, row.currency)],
    [kinds.forfeitedLabel, forfeited === null ? null : amountText(forfeited, row.currency)],
    [messages.due, due === null ? null : amountText(due, currency)],
    [receipt.collected, collected === null ? null : amountText(collected, currency)],
  ].filter(([, text]) => text !== null);
  if (lines.length === 0) return null;
  return (
    <dl className="grid gap-1">
      {lines.map(([name, text]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-neutral-9">{name}</dt>
          <dd className="font-medium break-all tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const NO_FACTS: SaleFacts = { receiptNo: null, entry: null, held: null, forfeited: null };
