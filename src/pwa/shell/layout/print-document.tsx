import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { settingsQuery } from '../../api/queries.ts';
import { useMessages } from '../../words/words.tsx';
import { useShop } from '../use-session.ts';

interface PrintDocumentProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The closing line if the shop has no footer of its own. */
  readonly thanks?: string;
  /** Rarely needed details in small type at the end. */
  readonly small?: ReactNode;
}

/**
 * A printout that replaces the page, headed by the shop's name; invisible on the screen.
 *
 * It must be a direct child of the body.
 */
export function PrintDocument({ title, children, thanks = '', small }: PrintDocumentProps) {
  const { receipt } = useMessages();
  const { practice } = useShop();
  const { data: settings } = useQuery(settingsQuery);
  const footer = settings?.receiptFooter || thanks;
  return createPortal(
    <section className="receipt hidden">
      <PrintHead className="mb-3 text-center" />
      <h1 className="text-section font-semibold">{title}</h1>
      {practice && <p className="my-1 border-y py-1 font-semibold">{receipt.practice}</p>}
      {children}
      {footer !== '' && <p className="pt-3 text-center wrap-break-word whitespace-pre-line">{footer}</p>}
      {small}
    </section>,
    document.body,
  );
}

/** The shop's name and address as set by a manager; empty if they are not set. */
export function PrintHead({ className = '' }: { readonly className?: string }) {
  const { data: settings } = useQuery(settingsQuery);
  if (settings === undefined || settings.shopName + settings.shopAddress === '') return null;
  return (
    <div className={`wrap-break-word ${className}`}>
      {settings.shopName !== '' && <p className="font-semibold">{settings.shopName}</p>}
      {settings.shopAddress !== '' && <p className="whitespace-pre-line">{settings.shopAddress}</p>}
    </div>
  );
}

/**
 * One line of a printout: label and value in a row, or stacked on narrow paper.
 *
 * A figure never wraps.
 */
export function PrintLine({ label, figure = false, children }: PrintLineProps) {
  return (
    <div className="paper-line">
      <dt className={figure ? '' : 'max-w-1/2 shrink-0'}>{label}</dt>
      <dd className={figure ? 'font-semibold whitespace-nowrap tabular-nums' : 'wrap-break-word'}>{children}</dd>
    </div>
  );
}

interface PrintLineProps {
  readonly label: string;
  readonly figure?: boolean;
  readonly children: ReactNode;
}
