import { useShop } from '../../../pwa/shell/use-session.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useLanguage } from '../../../pwa/words/words.tsx';
import type { Coverage, Totals } from '../contract/transaction-list.ts';
import { coverageTexts } from './coverage-texts.ts';

/** Shows which part of a period the totals cover, if they do not cover all of it. */
export function CoverageNote({ totals: { coverage, mid } }: { readonly totals: Totals }) {
  const { noMid } = usePageMessages('transactions');
  if (coverage === null) return null;
  return (
    <>
      <CoverageNotice coverage={coverage} />
      {coverage.gaps.length === 0 && mid === null && <Notice tone="attention">{noMid}</Notice>}
    </>
  );
}

function CoverageNotice({ coverage }: { readonly coverage: Coverage }) {
  const { period, coverage: messages } = usePageMessages('transactions');
  const { language } = useLanguage();
  const shop = useShop();
  const format = useFormat();
  const now = useNow(60_000);
  const { unread, away, kept } = coverageTexts(coverage, { messages, language, shop, format, now });
  const percent = Math.floor(coverage.share * 100);
  return (
    <>
      {unread !== null && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <p className="tabular-nums">{unread}</p>
          <div
            role="progressbar"
            aria-label={period}
            aria-valuenow={percent}
            className="h-1.5 overflow-hidden rounded-full bg-neutral-4"
          >
            <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
          </div>
        </div>
      )}
      {away !== null && <Notice tone="attention">{away}</Notice>}
      {kept !== null && <p className="text-neutral-9">{kept}</p>}
    </>
  );
}
