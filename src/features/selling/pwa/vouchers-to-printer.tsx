import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiProblem, NoAnswer } from '../../../pwa/api/client.ts';
import { failureOf } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { useButtonNotices } from '../../printing/pwa/button-notices.ts';
import { PrintoutNotices } from '../../printing/pwa/notices.tsx';
import { printingQuery, usePrintoutMutation } from '../../printing/pwa/queries.ts';
import { sendDocument } from '../../printing/pwa/send-document.ts';
import { type ReleasedVoucher, voucherSubject } from '../contract/issue.ts';
import { useDrawn } from './use-drawn.ts';
import { VoucherPrintout } from './voucher-printout.tsx';

interface VouchersToPrinterProps {
  readonly issueId: string;
  readonly vouchers: readonly ReleasedVoucher[];
  readonly onFinished: () => void;
}

/**
 * Prints vouchers on this device's printer as separate jobs, so that the interrupted job is known.
 */
export function VouchersToPrinter({ issueId, vouchers, onFinished }: VouchersToPrinterProps) {
  const sell = usePageMessages('selling');
  const messages = usePageMessages('printing');
  const { common } = useMessages();
  const { data } = useQuery(printingQuery);
  const { drawn, isDone } = useDrawn(vouchers);
  const sheet = useRef<HTMLDivElement>(null);
  /* Created once, so that a repeated request prints nothing twice. */
  const [ids] = useState(() => vouchers.map(() => crypto.randomUUID()));
  useButtonNotices(ids);
  const [sent, setSent] = useState(0);
  const printer = data?.printer ?? null;
  const send = usePrintoutMutation(async (index: number) => {
    const element = sheet.current?.children[index];
    const id = ids[index];
    const voucher = vouchers[index];
    if (printer === null || !(element instanceof HTMLElement) || id === undefined || voucher === undefined)
      throw new Error('The paper is not there');
    return sendDocument({
      id,
      printer,
      what: 'voucher',
      subject: voucherSubject(issueId, voucher.position),
      drawer: false,
      element,
      mark: null,
    });
  });
  const { mutate, error, isPending } = send;
  const isNext = isDone && printer !== null && !isPending && error === null && sent < vouchers.length;
  useEffect(() => {
    if (isNext) mutate(sent, { onSuccess: () => setSent(sent + 1) });
  }, [isNext, sent, mutate]);
  const again = () => mutate(sent, { onSuccess: () => setSent(sent + 1) });
  return (
    <div className="screen-only grid grid-cols-[minmax(0,1fr)] gap-3">
      {sent < vouchers.length && error === null && (
        <Notice tone="attention">{sell.drawing(String(sent), String(vouchers.length))}</Notice>
      )}
      {error !== null && (error instanceof ApiProblem || error instanceof NoAnswer) && (
        <FailureNotice failure={failureOf(error)} />
      )}
      {error !== null && !(error instanceof ApiProblem || error instanceof NoAnswer) && (
        <Notice tone="attention">{messages.notDrawn}</Notice>
      )}
      <PrintoutNotices ids={ids} />
      <div className="flex flex-wrap gap-3">
        {error !== null && sent < vouchers.length && <Button onClick={again}>{common.tryAgain}</Button>}
        <Button onClick={onFinished}>{sell.finished}</Button>
      </div>
      <div ref={sheet} className="hidden">
        {drawn.map(({ voucher, codes }) => (
          <VoucherPrintout key={voucher.position} voucher={voucher} codes={codes} layout="roll" />
        ))}
      </div>
    </div>
  );
}
