import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { columnIndexOf, type ListColumns } from '../contract/match/columns.ts';
import { lineReader } from '../contract/match/lines.ts';
import { LineFacts } from './match-line.tsx';
import { type ListWithOurs, useShopTerms } from './use-match.ts';

const LINES = 5;

interface MatchPreviewProps {
  readonly list: ListWithOurs;
  readonly columns: Partial<ListColumns>;
}

/** The first lines of a list, parsed with these columns. */
export function MatchPreview({ list, columns }: MatchPreviewProps) {
  const { match: messages } = usePageMessages('closings');
  const shop = useShopTerms();
  const { header, lines, days } = list;
  const { amount, decimal } = columns;
  if (amount === undefined || decimal === undefined || columnIndexOf(amount, header) === null) return null;
  const read = lineReader({ header, columns: { ...columns, amount }, days, ...shop });
  return (
    <section className="grid gap-2" aria-labelledby="match-preview">
      <h3 id="match-preview" className="font-semibold">
        {messages.preview}
      </h3>
      <ul className="grid gap-2 tabular-nums">
        {lines.slice(0, LINES).map((line) => {
          const understood = read(line);
          return (
            <li key={line.line} className="border-t border-neutral-4 pt-2">
              {'why' in understood ? (
                <p className="wrap-anywhere">
                  {messages.lineNo(line.line)} · {messages.skipped[understood.why]}
                </p>
              ) : (
                <LineFacts line={understood} more={[understood.transactionId ?? '', messages.lineNo(line.line)]} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
