import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { settingsQuery } from '../api/queries.ts';
import { usePageMessages } from '../words/page-words.ts';

/** The shop's fraud warning for customers in the current language, or null. */
export function useSaleNotice(): string | null {
  const messages = usePageMessages('approval');
  const { safeSale } = useQuery(settingsQuery).data ?? {};
  return safeSale?.notice === true ? safeSale.noticeText || messages.notice : null;
}

/** @param text empty for the default text */
export function SaleNotice({ text }: { readonly text: string }) {
  const messages = usePageMessages('approval');
  return (
    <p className="flex items-start gap-3 rounded-button border border-attention-ink p-3 text-left text-balance">
      <TriangleAlert aria-hidden strokeWidth={1.75} className="shrink-0 text-attention-ink" />
      <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-line">{text || messages.notice}</span>
    </p>
  );
}

/** The printed notice. If the shop has none, nothing is printed and no text is loaded. */
export function PrintedNotice({ className }: { readonly className: string }) {
  const { safeSale } = useQuery(settingsQuery).data ?? {};
  return safeSale?.notice === true ? <PrintedNoticeText className={className} /> : null;
}

function PrintedNoticeText({ className }: { readonly className: string }) {
  const notice = useSaleNotice();
  return <p className={`whitespace-pre-line ${className}`}>{notice}</p>;
}
