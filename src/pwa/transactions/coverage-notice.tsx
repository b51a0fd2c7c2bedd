import type { Coverage } from '../../contract/transaction-list.ts';
import { useShop } from '../shell/use-session.ts';
import { Notice } from '../ui/notice.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useNow } from '../ui/use-now.ts';
import { usePageWords } from '../words/page-words.ts';
import { useLanguage } from '../words/words.tsx';
import { coverageTexts } from './coverage-texts.ts';

/** What of the period is not here, so that nobody takes a part for the whole. */
export function CoverageNotice({ coverage }: { readonly coverage: Coverage }) {
  const { period, coverage: words } = usePageWords('transactions');
  const { language } = useLanguage();
  const { timeZone } = useShop();
  const format = useFormat();
  const now = useNow(60_000);
  const { unread, away, kept } = coverageTexts(coverage, { words, language, timeZone, format, now });
  const percent = Math.floor(coverage.share * 100);
  return (
    <>
      {unread !== null && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <p className="tabular-nums">{unread}</p>
          <div role="progressbar" aria-label={period} aria-valuenow={percent} className="h-1.5 overflow-hidden rounded-full bg-neutral-4">
            <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
          </div>
        </div>
      )}
      {away !== null && <Notice tone="attention">{away}</Notice>}
      {kept !== null && <p className="text-neutral-9">{kept}</p>}
    </>
  );
}
