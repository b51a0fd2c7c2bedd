import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Tone } from '../../../contract/redemption/states.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { fetchPageWords, usePageWords } from '../../../pwa/words/page-words.ts';
import { useLanguage } from '../../../pwa/words/words.tsx';
import type { PrinterState, Printout, PrintWidth } from '../contract/printing.ts';
import { useShownElsewhere } from './own-notices.ts';
import { loadOnPrinter } from './preload.ts';
import { printersQuery, printingQuery, usePrintoutMutation } from './queries.ts';
import { printAgain } from './send-paper.ts';
import type { PrintingWords } from './words/en.ts';

/** A printer in this state prints nothing until someone fixes it. */
const isTrouble = (state: PrinterState): state is Exclude<PrinterState, 'unknown' | 'ready'> =>
  state !== 'unknown' && state !== 'ready';

/**
 * The status of print jobs: one line for those that wait together, and one for each that needs a
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
export function PrintingTrouble() {
  const { data } = useQuery(printingQuery);
  const elsewhere = useShownElsewhere();
  const { language } = useLanguage();
  const hasPrinter = data?.printer != null;
  useEffect(() => {
    if (!hasPrinter) return;
    /* If this fails offline, they load on first use. */
    Promise.all([loadOnPrinter(), fetchPageWords('printing', language)]).catch(() => undefined);
  }, [hasPrinter, language]);
  const open = data?.printouts.filter(
    ({ id, what, copyOf, state, printerState }) =>
      /* Test prints have their own page and must not interrupt a cashier. */
      what !== 'test' &&
      !elsewhere.has(id) &&
      (copyOf === null || !elsewhere.has(copyOf)) &&
      (state === 'unsure' || ((state === 'queued' || state === 'sending') && isTrouble(printerState))),
  );
  if (open === undefined || open.length === 0) return null;
  return (
    <div className="screen-only sticky bottom-0 z-20 mx-auto w-full max-w-3xl p-3">
      <div className="card p-3 shadow-float">
        <Stack printouts={open} />
      </div>
    </div>
  );
}

function Stack({ printouts }: { readonly printouts: readonly Printout[] }) {
  const unsure = printouts.filter(({ state }) => state === 'unsure');
  const waiting = printouts.filter(({ state }) => state === 'queued' || state === 'sending');
  const others = printouts.filter(
    ({ state }) => state !== 'unsure' && state !== 'queued' && state !== 'sending' && state !== 'repeated',
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {unsure.map((printout) => (
        <Unsure key={printout.id} printout={printout} />
      ))}
      {waiting.length > 0 && <Waiting printouts={waiting} />}
      {waiting.length === 0 && others[0] !== undefined && (
        <Ended printout={others[0]} count={others.filter(({ state }) => state === others[0]?.state).length} />
      )}
    </div>
  );
}

function Waiting({ printouts }: { readonly printouts: readonly Printout[] }) {
  const words = usePageWords('printing');
  const [first] = printouts;
  const cancel = usePrintoutMutation(async (ids: readonly string[]) => {
    const gone = await Promise.all(ids.map((id) => call('cancelPrintout', { params: { id } })));
    return gone[0] ?? Promise.reject(new Error('Nothing was to be cancelled'));
  });
  if (first === undefined) return null;
  const { printer, printerState } = first;
  const queued = printouts.filter(({ state }) => state === 'queued').map(({ id }) => id);
  const said = isTrouble(printerState) ? words.trouble[printerState](printer) : words.waiting(printer);
  return (
    <Decision
      tone={isTrouble(printerState) ? 'attention' : null}
      said={printouts.length > 1 ? `${said} ${words.papers(printouts.length)}` : said}
    >
      {isTrouble(printerState) && queued.length > 0 && (
        <Button disabled={cancel.isPending} onClick={() => cancel.mutate(queued)}>
          {words.cancel}
        </Button>
      )}
      <FailureNotice failure={failureOrNull(cancel.error)} />
    </Decision>
  );
}

/** It is unknown how much was printed, so the user has to check. */
function Unsure({ printout }: { readonly printout: Printout }) {
  const words = usePageWords('printing');
  const width = useWidthOf(printout.printerId);
  const [again] = useState(() => crypto.randomUUID());
  const came = usePrintoutMutation(() => call('printoutCame', { params: { id: printout.id } }));
  const repeat = usePrintoutMutation((wide: PrintWidth) => printAgain(printout, wide, words.copy, again));
  const isBusy = came.isPending || repeat.isPending;
  return (
    <Decision tone="unknown" said={words.unsure(words.kinds[printout.what], printout.printer)}>
      <Button disabled={isBusy} onClick={() => came.mutate(undefined)}>
        {words.came}
      </Button>
      {printout.canAgain && width !== null && (
        <Button disabled={isBusy} onClick={() => repeat.mutate(width)}>
          {words.again}
        </Button>
      )}
      <FailureNotice failure={failureOrNull(came.error ?? repeat.error)} />
    </Decision>
  );
}

/** Known of this device's printer to everybody, of others to managers only. */
function useWidthOf(printerId: string): PrintWidth | null {
  const { data } = useQuery(printingQuery);
  const { data: all } = useQuery({ ...printersQuery, enabled: data !== undefined && data.printer?.id !== printerId });
  if (data?.printer?.id === printerId) return data.printer.width;
  return all?.find(({ id }) => id === printerId)?.width ?? null;
}

function Ended({ printout, count }: { readonly printout: Printout; readonly count: number }) {
  const words = usePageWords('printing');
  return (
    <Decision tone={printout.state === 'printed' ? 'done' : 'attention'} said={endedWords(words, printout)}>
      {count > 1 && <p>{words.papers(count)}</p>}
    </Decision>
  );
}

/** The final status of a print job. */
export function endedWords(words: PrintingWords, { state, reason, printer, copyOf }: Printout): string {
  if (state === 'printed') return copyOf === null ? words.printed(printer) : words.printedCopy(printer);
  if (state === 'failed' && reason !== null && reason in words.reasons)
    return words.reasons[reason as keyof PrintingWords['reasons']](printer);
  return words.cancelled;
}

function Decision({
  tone,
  said,
  children,
}: {
  readonly tone: Tone | null;
  readonly said: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-left">
      {tone === null ? <p role="status">{said}</p> : <Notice tone={tone}>{said}</Notice>}
      <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
    </div>
  );
}
