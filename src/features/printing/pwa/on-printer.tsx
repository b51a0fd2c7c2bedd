import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem, NoAnswer } from '../../../pwa/api/client.ts';
import { failureOf } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import type { PrinterView } from '../contract/printing.ts';
import { PrintoutNotices } from './notices.tsx';
import { useShownHere } from './own-notices.ts';
import type { PrintButtonProps } from './print-button.tsx';
import { printingQuery, usePrintoutMutation } from './queries.ts';
import { sendPaper } from './send-paper.ts';

/** Nothing of these was printed, so the next print is not a copy. */
const NEVER_OUT: ReadonlySet<string> = new Set(['failed', 'cancelled']);

/**
 * Prints on this device's printer and shows the status. The browser's own dialog stays available.
 */
export function OnPrinter({
  what,
  subject,
  paper,
  saysCopy = false,
  drawer = false,
  look = 'plain',
  printer,
  children,
}: OnPrinterProps) {
  const words = usePageWords('printing');
  const { data } = useQuery(printingQuery);
  const [ids, setIds] = useState<readonly string[]>([]);
  useShownHere(ids);
  const isAgain =
    data?.printouts.some((one) => one.what === what && one.subject === subject && !NEVER_OUT.has(one.state)) === true;
  const send = usePrintoutMutation(async ({ id, mark }: { readonly id: string; readonly mark: string | null }) => {
    const element = paper();
    if (element === null) throw new Error('The paper is not there');
    return sendPaper({ id, printer, what, subject, drawer: drawer && mark === null, paper: element, mark });
  });
  const press = () => {
    /* After a lost answer, the same request is repeated, so nothing is printed twice. */
    const lost = send.error instanceof NoAnswer ? send.variables : undefined;
    const wish = lost ?? { id: crypto.randomUUID(), mark: isAgain && !saysCopy ? words.copy : null };
    setIds([...ids.filter((id) => id !== wish.id), wish.id]);
    send.mutate(wish);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2">
      <div className="flex flex-wrap justify-center gap-2">
        <Button look={look} disabled={send.isPending} onClick={press}>
          <Printer aria-hidden strokeWidth={1.75} size={20} />
          {children}
        </Button>
        {/* Shown only after a print, so that nothing moves under the finger before. */}
        {ids.length > 0 && (
          <Button look="quiet" onClick={() => window.print()}>
            {words.inBrowser}
          </Button>
        )}
      </div>
      {send.error !== null && <Unsent error={send.error} />}
      <PrintoutNotices ids={ids} />
    </div>
  );
}

interface OnPrinterProps extends PrintButtonProps {
  readonly printer: PrinterView;
}

function Unsent({ error }: { readonly error: Error }) {
  const words = usePageWords('printing');
  if (error instanceof ApiProblem || error instanceof NoAnswer) return <FailureNotice failure={failureOf(error)} />;
  return <Notice tone="attention">{words.notDrawn}</Notice>;
}
