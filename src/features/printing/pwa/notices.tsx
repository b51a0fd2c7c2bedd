import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Tone } from '../../../contract/redemption/states.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { fetchPageMessages, usePageMessages } from '../../../pwa/words/page-words.ts';
import { useLanguage, useMessages } from '../../../pwa/words/words.tsx';
import type { PrinterState, Printout, PrintWidth } from '../contract/printing.ts';
import { useButtonNoticeIds } from './button-notices.ts';
import { loadDevicePrinterButton } from './preload.ts';
import { printersQuery, printingQuery, usePrintoutMutation } from './queries.ts';
import { printAgain } from './send-document.ts';
import type { PrintingMessages } from './words/en.ts';

/** A printer in this state prints nothing until someone fixes it. */
const isPrinterFault = (state: PrinterState): state is Exclude<PrinterState, 'unknown' | 'ready'> =>
  state !== 'unknown' && state !== 'ready';

/**
 * The status of print jobs: one line for all waiting jobs, and one for each job that needs a
 * decision.
 */
export function PrintoutNotices({ ids }: { readonly ids: readonly string[] }) {
  const { data } = useQuery(printingQuery);
  return (
    <Stack
      printouts={
        data?.printouts.filter(({ id, copyOf }) => ids.includes(id) || (copyOf !== null && ids.includes(copyOf))) ?? []
      }
    />
  );
}

/** Problems with this device's print jobs, shown on every page. */
export function PrinterFaultNotice() {
  const { data } = useQuery(printingQuery);
  const elsewhere = useButtonNoticeIds();
  const { language } = useLanguage();
  const hasPrinter = data?.printer != null;
  useEffect(() => {
    if (!hasPrinter) return;
    /* Loads parts for later. If that fails offline, they load on first use. */
    Promise.all([loadDevicePrinterButton(), fetchPageMessages('printing', language)]).catch(() => undefined);
  }, [hasPrinter, language]);
  const open = data?.printouts.filter(
    ({ id, what, copyOf, state, printerState }) =>
      /* Test prints have their own page and must not interrupt a cashier. */
      what !== 'test' &&
      !elsewhere.has(id) &&
      (copyOf === null || !elsewhere.has(copyOf)) &&
      (state === 'unsure' || ((state === 'queued' || state === 'sending') && isPrinterFault(printerState))),
  );
  if (open === undefined || open.length === 0) return null;
  return (
    <div className="screen-only mx-auto w-full max-w-3xl px-3 pt-3">
      <div className="card p-3">
        <Stack printouts={open} />
      </div>
    </div>
  );
}

function Stack({ printouts }: { readonly printouts: readonly Printout[] }) {
  const unsure = printouts.filter(({ state }) => state === 'unsure');
  const waiting = printouts.filter(({ state }) => state === 'queued' || state === 'sending');
  const finished = printouts.filter(
    ({ state }) => state !== 'unsure' && state !== 'queued' && state !== 'sending' && state !== 'repeated',
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {unsure.map((printout) => (
        <Unsure key={printout.id} printout={printout} />
      ))}
      {waiting.length > 0 && <Waiting printouts={waiting} />}
      {waiting.length === 0 && finished[0] !== undefined && (
        <Finished printout={finished[0]} count={finished.filter(({ state }) => state === finished[0]?.state).length} />
      )}
    </div>
  );
}

function Waiting({ printouts }: { readonly printouts: readonly Printout[] }) {
  const messages = usePageMessages('printing');
  const [first] = printouts;
  const cancel = usePrintoutMutation(async (ids: readonly string[]) => {
    const gone = await Promise.all(ids.map((id) => call('cancelPrintout', { params: { id } })));
    return gone[0] ?? Promise.reject(new Error('Nothing was to be cancelled'));
  });
  if (first === undefined) return null;
  const { printer, printerState } = first;
  const queued = printouts.filter(({ state }) => state === 'queued').map(({ id }) => id);
  const text = isPrinterFault(printerState) ? messages.trouble[printerState](printer) : messages.waiting(printer);
  return (
    <Decision
      tone={isPrinterFault(printerState) ? 'attention' : null}
      text={printouts.length > 1 ? `${text} ${messages.papers(printouts.length)}` : text}
    >
      {isPrinterFault(printerState) && queued.length > 0 && (
        <Button disabled={cancel.isPending} onClick={() => cancel.mutate(queued)}>
          {messages.cancel}
        </Button>
      )}
      <FailureNotice failure={failureOrNull(cancel.error)} />
    </Decision>
  );
}

/** It is unknown how much was printed, so the user has to check. */
function Unsure({ printout }: { readonly printout: Printout }) {
  const messages = usePageMessages('printing');
  const { receipt } = useMessages();
  const width = useWidthOf(printout.printerId);
  const [again] = useState(() => crypto.randomUUID());
  const came = usePrintoutMutation(() => call('printoutCame', { params: { id: printout.id } }));
  const repeat = usePrintoutMutation((wide: PrintWidth) => printAgain(printout, wide, receipt.copyMark, again));
  const isBusy = came.isPending || repeat.isPending;
  return (
    <Decision tone="unknown" text={messages.unsure(messages.kinds[printout.what], printout.printer)}>
      <Button disabled={isBusy} onClick={() => came.mutate(undefined)}>
        {messages.came}
      </Button>
      {printout.what === 'voucher' && <p>{messages.voucherAgain}</p>}
      {printout.what !== 'voucher' && printout.canAgain && width !== null && (
        <Button disabled={isBusy} onClick={() => repeat.mutate(width)}>
          {messages.again}
        </Button>
      )}
      <FailureNotice failure={failureOrNull(came.error ?? repeat.error)} />
    </Decision>
  );
}

/** Everyone knows the width of this device's printer; only managers know that of others. */
function useWidthOf(printerId: string): PrintWidth | null {
  const { data } = useQuery(printingQuery);
  const { data: all } = useQuery({ ...printersQuery, enabled: data !== undefined && data.printer?.id !== printerId });
  if (data?.printer?.id === printerId) return data.printer.width;
  return all?.find(({ id }) => id === printerId)?.width ?? null;
}

function Finished({ printout, count }: { readonly printout: Printout; readonly count: number }) {
  const messages = usePageMessages('printing');
  return (
    <Decision tone={printout.state === 'printed' ? 'done' : 'attention'} text={finishedText(messages, printout)}>
      {count > 1 && <p>{messages.papers(count)}</p>}
    </Decision>
  );
}

/** The final status of a print job. */
export function finishedText(messages: PrintingMessages, { state, reason, printer, copyOf }: Printout): string {
  if (state === 'printed') return copyOf === null ? messages.printed(printer) : messages.printedCopy(printer);
  if (state === 'failed' && reason !== null && reason in messages.reasons)
    return messages.reasons[reason as keyof PrintingMessages['reasons']](printer);
  return messages.cancelled;
}

function Decision({
  tone,
  text,
  children,
}: {
  readonly tone: Tone | null;
  readonly text: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-left">
      {tone === null ? <p role="status">{text}</p> : <Notice tone={tone}>{text}</Notice>}
      <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
    </div>
  );
}
