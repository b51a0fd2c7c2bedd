import { useMutation, useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { call } from '../../../pwa/api/live.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { DocumentKind } from '../contract/printing.ts';
import { loadDevicePrinterButton } from './preload.ts';
import { printingQuery } from './queries.ts';

const DevicePrinterButton = lazy(() =>
  loadDevicePrinterButton().then(({ DevicePrinterButton: part }) => ({ default: part })),
);

export interface PrintButtonProps {
  readonly what: DocumentKind;
  /** Id of the document's subject. */
  readonly subject: string;
  /** The element of the document on this page; null while it is not rendered. */
  readonly paper: () => HTMLElement | null;
  /** The document itself is marked as a copy. */
  readonly isMarkedCopy?: boolean;
  /** The first print opens the cash drawer, if a manager has set that for the printer. */
  readonly drawer?: boolean;
  readonly look?: 'plain' | 'quiet';
  readonly children: ReactNode;
}

/** The hidden document of the page; if there are several, the newest. */
export const receiptElement = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('body > .receipt')].at(-1) ?? null;

/**
 * Prints a document of the page: on this device's printer if it has one, else with the browser's
 * dialog.
 *
 * Disabled until that is known.
 */
export function PrintButton(props: PrintButtonProps) {
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
