import { Printer } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../pwa/api/live.ts';
import type { PrintButtonProps } from '../../../pwa/shell/feature.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { PrinterView } from '../contract/printing.ts';
import { useButtonNotices } from './button-notices.ts';
import { PrintoutNotices } from './notices.tsx';
import { useBrowserPrint } from './print-button.tsx';
import { usePrintoutMutation } from './queries.ts';
import { sendDocument } from './send-document.ts';
import { Unsent } from './unsent.tsx';

/**
 * Prints on this device's printer and shows the status. The browser's own dialog stays available.
 */
export function DevicePrinterButton(props: DevicePrinterButtonProps) {
  const { what, subject, paper, isMarkedCopy = false, drawer = false, look = 'plain', printer, children } = props;
  const messages = usePageMessages('printing');
  const { receipt } = useMessages();
  const [ids, setIds] = useState<readonly string[]>([]);
  useButtonNotices(ids);
  const printInBrowser = useBrowserPrint(props);
  const send = usePrintoutMutation(async (id: string) => {
    const element = paper();
    if (element === null) throw new Error('The paper is not there');
    const isCopy = !isMarkedCopy && (await call('putPrint', { params: { id }, body: { what, subject } })).isCopy;
    return sendDocument({
      id,
      printer,
      what,
      subject,
      drawer: drawer && !isCopy,
      element,
      mark: isCopy ? receipt.copyMark : null,
    });
  });
  const press = () => {
    /* After a failure, the same print is repeated, so that it is not printed or counted twice. */
    const id = send.error === null ? crypto.randomUUID() : send.variables;
    setIds([...ids.filter((known) => known !== id), id]);
    send.mutate(id);
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
          <Button variant="quiet" onClick={printInBrowser}>
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
