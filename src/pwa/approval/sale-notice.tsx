import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { settingsQuery } from '../api/queries.ts';
import { usePageWords } from '../words/page-words.ts';

/** What the shop warns customers of, in the words that are shown; null for nothing. */
export function useSaleNotice(): string | null {
  const words = usePageWords('approval');
  const { safeSale } = useQuery(settingsQuery).data ?? {};
  return safeSale?.notice === true ? safeSale.noticeText || words.notice : null;
}

/** The notice on a screen. @param text empty for the words that come with the till */
export function SaleNotice({ text }: { readonly text: string }) {
  const words = usePageWords('approval');
  return (
    <p className="flex items-start gap-3 rounded-button border border-attention-ink p-3 text-left text-balance">
      <TriangleAlert aria-hidden strokeWidth={1.75} className="shrink-0 text-attention-ink" />
      <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-line">{text || words.notice}</span>
    </p>
  );
}

/** The notice on paper; nothing, and no words are fetched, where the shop has none. */
export function PaperNotice({ className }: { readonly className: string }) {
  const { safeSale } = useQuery(settingsQuery).data ?? {};
  return safeSale?.notice === true ? <PaperText className={className} /> : null;
}

function PaperText({ className }: { readonly className: string }) {
  const notice = useSaleNotice();
  return <p className={`whitespace-pre-line ${className}`}>{notice}</p>;
}
