import { useQuery } from '@tanstack/react-query';
import { BookX } from 'lucide-react';
import { journalQuery } from '../../api/queries.ts';
import { useMessages } from '../../words/words.tsx';

/** Explains that redemptions are stopped because the journal may lack entries, and what to do. */
export function JournalNotice() {
  const { gap } = useMessages();
  const { data } = useQuery(journalQuery);
  if (data?.closed == null) return null;
  return (
    <p
      role="status"
      className="screen-only flex items-center gap-3 bg-attention-tint px-4 py-3 text-attention-ink till:px-6"
    >
      <BookX aria-hidden strokeWidth={1.75} className="shrink-0" />
      <span>
        <strong className="font-semibold">{gap.title}.</strong> {gap.lead}
      </span>
    </p>
  );
}
