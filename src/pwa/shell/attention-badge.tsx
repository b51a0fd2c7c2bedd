import { useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { Link } from 'wouter';
import { needsPerson } from '../../contract/attention.ts';
import { attentionQuery } from '../api/queries.ts';
import { useWords } from '../words/words.tsx';
import { ADDRESSES } from './addresses.ts';

/** How many cases a manager can do something about; what the server still looks after by itself does not call anybody. */
export function useAttentionCount(enabled: boolean): number {
  const { data } = useQuery({ ...attentionQuery, enabled });
  return data?.filter(needsPerson).length ?? 0;
}

/** Calls a manager from any screen while a case needs them. */
export function AttentionBadge() {
  const { header } = useWords();
  const count = useAttentionCount(true);
  return (
    <span role="status">
      {count > 0 && (
        <Link
          href={ADDRESSES.attention}
          className="inline-flex min-h-12 min-w-12 items-center justify-center gap-1.5 rounded-button bg-attention-tint px-3 font-semibold text-attention-ink tabular-nums"
        >
          <BellRing aria-hidden strokeWidth={1.75} size={20} />
          <span aria-hidden>{count}</span>
          <span className="spoken">{header.attentionCount(count)}</span>
        </Link>
      )}
    </span>
  );
}
