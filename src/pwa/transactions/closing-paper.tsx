import type { Closing } from '../../contract/transaction.ts';
import { Paper } from '../shell/paper.tsx';
import { usePageWords } from '../words/page-words.ts';
import { ClosingResult } from './closing-result.tsx';

/** The end of a day on paper. */
export function ClosingPaper({ closing }: { readonly closing: Closing }) {
  const { closing: words } = usePageWords('transactions');
  return (
    <Paper title={words.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-2">
        <ClosingResult closing={closing} />
      </div>
    </Paper>
  );
}
