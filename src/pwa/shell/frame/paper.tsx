import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { settingsQuery } from '../../api/queries.ts';
import { useWords } from '../../words/words.tsx';
import { useShop } from '../use-session.ts';

interface PaperProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The last words where the shop has no footer of its own. */
  readonly thanks?: string;
  /** What nobody reads who does not look for it, small, after everything else. */
  readonly small?: ReactNode;
}

/**
 * What is printed instead of the page, under the shop's name; on the screen it does not exist.
 *
 * It has to stand in the body itself.
 */
export function Paper({ title, children, thanks = '', small }: PaperProps) {
  const { receipt } = useWords();
  const { practice } = useShop();
  const { data: settings } = useQuery(settingsQuery);
  const footer = settings?.receiptFooter || thanks;
  return createPortal(
    <section className="receipt hidden">
      <PaperHead className="mb-3 text-center" />
      <h1 className="text-section font-semibold">{title}</h1>
      {practice && <p className="my-1 border-y py-1 font-semibold">{receipt.practice}</p>}
      {children}
      {footer !== '' && <p className="pt-3 text-center wrap-break-word whitespace-pre-line">{footer}</p>}
      {small}
    </section>,
    document.body,
  );
}

/**
 * Which shop it is: its name and where it is, as managers have set them; nothing where they have
 * not.
 */
export function PaperHead({ className = '' }: { readonly className?: string }) {
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
 * One line of a paper: label and value side by side, one above the other where it is narrow.
 *
 * A figure never breaks.
 */
export function PaperLine({ label, figure = false, children }: PaperLineProps) {
  return (
    <div className="paper-line">
      <dt className={figure ? '' : 'max-w-1/2 shrink-0'}>{label}</dt>
      <dd className={figure ? 'font-semibold whitespace-nowrap tabular-nums' : 'wrap-break-word'}>{children}</dd>
    </div>
  );
}

interface PaperLineProps {
  readonly label: string;
  readonly figure?: boolean;
  readonly children: ReactNode;
}
