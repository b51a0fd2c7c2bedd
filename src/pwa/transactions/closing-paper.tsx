import type { Closing } from '../../contract/transaction.ts';
import { useShop } from '../shell/use-session.ts';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';
import { ClosingResult } from './closing-result.tsx';

/** The end of a day on paper; on the screen it does not exist. */
export function ClosingPaper({ closing }: { readonly closing: Closing }) {
  const { closing: words } = usePageWords('transactions');
  const { receipt } = useWords();
  const { practice } = useShop();
  return (
    <section className="receipt hidden">
      <h1 className="text-section font-semibold">{words.title}</h1>
      {practice && <p className="border-y py-1 font-semibold">{receipt.practice}</p>}
      <div className="grid gap-3 pt-2">
        <ClosingResult closing={closing} />
      </div>
    </section>
  );
}
