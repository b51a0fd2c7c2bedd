import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import type { DocumentKind } from '../contract/printing.ts';
import { loadOnPrinter } from './preload.ts';
import { printingQuery } from './queries.ts';

const OnPrinter = lazy(() => loadOnPrinter().then(({ OnPrinter: part }) => ({ default: part })));

export interface PrintButtonProps {
  readonly what: DocumentKind;
  /** Id of what the paper is about. */
  readonly subject: string;
  /** Where the paper is on this page; null while it is not there. */
  readonly paper: () => HTMLElement | null;
  /** The paper itself says that it is a copy. */
  readonly saysCopy?: boolean;
  /** A first one opens the drawer, where a manager has set the printer to. */
  readonly drawer?: boolean;
  readonly look?: 'plain' | 'quiet';
  readonly children: ReactNode;
}

/** The paper that stands beside the page; of several the one that came last. */
export const receiptPaper = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('body > .receipt')].at(-1) ?? null;

/**
 * Prints a paper of the page: on this device's printer where it has one, else by the browser's own
 * dialog.
 *
 * Until that is known it can't be pressed.
 */
export function PrintButton(props: PrintButtonProps) {
  const { look = 'plain', children } = props;
  const { data, isPending } = useQuery(printingQuery);
  const button = (isDisabled: boolean) => (
    <Button look={look} disabled={isDisabled} onClick={() => window.print()}>
      <Printer aria-hidden strokeWidth={1.75} size={20} />
      {children}
    </Button>
  );
  if (data?.printer == null) return button(isPending);
  return (
    <Suspense fallback={button(true)}>
      <OnPrinter {...props} printer={data.printer} />
    </Suspense>
  );
}
