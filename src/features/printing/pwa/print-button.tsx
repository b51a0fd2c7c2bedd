import { useMutation, useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { call } from '../../../pwa/api/live.ts';
import type { PrintButtonProps } from '../../../pwa/shell/feature.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { useMessages } from '../../../pwa/words/words.tsx';
import { loadDevicePrinterButton } from './preload.ts';
import { printingQuery } from './queries.ts';

const DevicePrinterButton = lazy(() =>
  loadDevicePrinterButton().then(({ DevicePrinterButton: part }) => ({ default: part })),
);

/**
 * Prints a document of the page: on this device's printer if it has one, else with the browser's
 * dialog.
 *
 * Disabled until that is known.
 */
export function DocumentPrintButton(props: PrintButtonProps) {
  const { look = 'plain', children } = props;
  const { data, isPending } = useQuery(printingQuery);
  const print = useBrowserPrint(props);
  const button = (isDisabled: boolean) => (
    <Button variant={look} disabled={isDisabled} onClick={print}>
      <Printer aria-hidden strokeWidth={1.75} size={20} />
      {children}
    </Button>
  );
  if (data?.printer == null) return button(isPending);
  return (
    <Suspense fallback={button(true)}>
      <DevicePrinterButton {...props} printer={data.printer} />
    </Suspense>
  );
}

/**
 * Prints with the browser's dialog. The server decides whether the document is a copy; without its
 * answer, the document is marked as one, because it may have been printed before.
 */
export function useBrowserPrint({ what, subject, paper, isMarkedCopy = false }: PrintButtonProps): () => void {
  const { receipt } = useMessages();
  const { mutate } = useMutation({
    mutationFn: () => call('putPrint', { params: { id: crypto.randomUUID() }, body: { what, subject } }),
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    onSettled(print) {
      const isCopy = print?.isCopy ?? true;
      const element = paper();
      if (element !== null) element.dataset['copy'] = isCopy ? receipt.copyMark : '';
      window.print();
    },
  });
  return () => (isMarkedCopy ? window.print() : mutate());
}
