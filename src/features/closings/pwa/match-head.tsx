import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useAmountText } from '../../transactions/pwa/texts.ts';
import { columnIndexOf } from '../contract/match/columns.ts';
import type { SkippedLine } from '../contract/match/lines.ts';
import type { Matching, MatchResult } from './use-match.ts';

/** True for a line that should have been compared but could not be read. */
export const isUnreadLine = ({ why }: SkippedLine) => why !== 'other-shop' && why !== 'no-payment';

interface MatchHeadProps {
  readonly result: MatchResult;
  readonly matching: Matching;
}

/** The compared lists and their totals. */
export function MatchHead({ result, matching }: MatchHeadProps) {
  const { match: messages } = usePageMessages('closings');
  const { day } = useFormat();
  const { list, columns } = result;
  const { first, last } = list.days;
  const compared = list.header[columnIndexOf(columns.amount, list.header) ?? -1] ?? '';
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-3 p-4 till:p-6" aria-labelledby="match-file">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id="match-file" className="text-section font-semibold wrap-anywhere">
            {list.name}
          </h2>
          <p className="text-neutral-9 tabular-nums">{messages.ofDays(day(first), day(last))}</p>
          <p className="wrap-anywhere text-neutral-9">{messages.compared(compared || String(columns.amount))}</p>
        </div>
        <div className="screen-only flex flex-wrap gap-2">
          <Button onClick={() => matching.changeColumns(result)}>{messages.change}</Button>
          <Button onClick={matching.stop}>{messages.another}</Button>
        </div>
      </div>
      <Sums sums={result.sums} />
      <Unread skipped={result.skipped} />
    </section>
  );
}

function Sums({ sums }: Pick<MatchResult, 'sums'>) {
  const { match: messages } = usePageMessages('closings');
  const amountText = useAmountText();
  return sums.map(({ currency, ours, theirs }) => (
    <dl key={currency} className="grid gap-x-6 gap-y-1 border-t border-neutral-4 pt-3 tabular-nums tablet:grid-cols-3">
      {(
        [
          [messages.here, ours],
          [messages.there, theirs],
          [messages.difference, theirs - ours],
        ] as const
      ).map(([name, amount]) => (
        <div key={name} className="flex justify-between gap-4 tablet:block">
          <dt className="text-label text-neutral-11">{name}</dt>
          <dd className="text-section font-semibold">{amountText(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  ));
}

const UNREAD_NAMED = 10;

function Unread({ skipped }: Pick<MatchResult, 'skipped'>) {
  const { match: messages } = usePageMessages('closings');
  const unread = skipped.filter(isUnreadLine);
  if (unread.length === 0) return null;
  const lines = unread.slice(0, UNREAD_NAMED).map(({ line }) => line);
  const more = unread.length > lines.length ? ', …' : '';
  return (
    <Notice tone="attention">
      {messages.unread(unread.length)} {messages.unreadLines(`${lines.join(', ')}${more}`)}
    </Notice>
  );
}
