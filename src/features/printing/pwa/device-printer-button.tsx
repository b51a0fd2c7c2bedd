import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem, NoAnswer } from '../../../pwa/api/client.ts';
import { failureOf } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { PrinterView } from '../contract/printing.ts';
import { useButtonNotices } from './button-notices.ts';
import { PrintoutNotices } from './notices.tsx';
import type { PrintButtonProps } from './print-button.tsx';
import { printingQuery, usePrintoutMutation } from './queries.ts';
import { sendDocument } from './send-document.ts';

/** States of documents without a printed part, so that the next print is not a copy. */
const UNPRINTED_STATES: ReadonlySet<string> = new Set(['failed', 'cancelled']);

/**
 * Prints on this device's printer and shows the status. The browser's own dialog stays available.
 */
export function DevicePrinterButton({
  what,
  subject,
  paper,
  isMarkedCopy = false,
  drawer = false,
  look = 'plain',
  printer,
  children,
}: DevicePrinterButtonProps) {
  const messages = usePageMessages('printing');
  const { data } = useQuery(printingQuery);
  const [ids, setIds] = useState<readonly string[]>([]);
  useButtonNotices(ids);
  const isAgain =
    data?.printouts.some((one) => one.what === what && one.subject === subject && !UNPRINTED_STATES.has(one.state)) ===
    true;
  const send = usePrintoutMutation(async ({ id, mark }: { readonly id: string; readonly mark: string | null }) => {
    const element = paper();
    if (element === null) throw new Error('The paper is not there');
    return sendDocument({ id, printer, what, subject, drawer: drawer && mark === null, element: element, mark });
  });
  const press = () => {
    /* After a lost answer, the same request is repeated, so that no document is printed twice. */
    const lost = send.error instanceof NoAnswer ? send.variables : undefined;
    const request = lost ?? { id: crypto.randomUUID(), mark: isAgain && !isMarkedCopy ? messages.copy : null };
    setIds([...ids.filter((id) => id !== request.id), request.id]);
    send.mutate(request);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2">
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant={look} disabled={send.isPending} onClick={press}>
          <Printer aria-hidden strokeWidth={1.75} size={20} />
          {children}
        </Button>
        {/* Shown only after a print, so that no button moves before. */}
        {ids.length > 0 && (
          <Button variant="quiet" onClick={() => window.print()}>
            {messages.inBrowser}
          </Button>
        )}
      </div>
      {send.error !== null && <Unsent error={send.error} />}
      <PrintoutNotices ids={ids} />
    </div>
  );
}

interface DevicePrinterButtonProps extends PrintButtonProps {
  readonly printer: PrinterView;
}

function Unsent({ error }: { readonly error: Error }) {
  const messages = usePageMessages('printing');
  if (error instanceof ApiProblem || error instanceof NoAnswer) return <FailureNotice failure={failureOf(error)} />;
  return <Notice tone="attention">{messages.notDrawn}</Notice>;
}
