import type { TrailLine } from '../../contract/audit.ts';
import { useFormat } from '../ui/use-format.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';
import { detailParts } from './detail-words.ts';

/** The lines of the trail; on a phone each is drawn as a block of its own. */
export function TrailTable({ lines }: { readonly lines: readonly TrailLine[] }) {
  const { columns, title } = usePageWords('audit');
  const head = 'px-3 py-2 text-left text-label font-medium text-neutral-9 whitespace-nowrap';
  return (
    <table aria-label={title} className="w-full border-collapse max-tablet:block">
      <thead className="max-tablet:sr-only">
        <tr>
          {[columns.when, columns.who, columns.what, columns.where].map((name) => (
            <th key={name} scope="col" className={head}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-neutral-4 max-tablet:block">
        {lines.map((line) => (
          <TrailRow key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function TrailRow({ line }: { readonly line: TrailLine }) {
  const audit = usePageWords('audit');
  const words = useWords();
  const format = useFormat();
  const { at, action, person, device } = line;
  const parts = detailParts(line, { words, audit, format });
  const cell = 'align-top tablet:px-3 tablet:py-2';
  const small = 'max-tablet:text-label text-neutral-11';
  return (
    <tr className="max-tablet:flex max-tablet:flex-wrap max-tablet:gap-x-3 max-tablet:px-3 max-tablet:py-2">
      <td className={`${cell} ${small} whitespace-nowrap tabular-nums max-tablet:order-4 max-tablet:ml-auto`}>
        <time dateTime={at}>{format.dateTime(at)}</time>
      </td>
      <td className={`${cell} max-tablet:order-2 max-tablet:text-label tablet:min-w-32 till:min-w-44`}>
        {person?.name ?? (device === null ? audit.server : audit.nobody)}
      </td>
      <td className={`${cell} max-tablet:order-1 max-tablet:basis-full tablet:w-full`}>
        <span className="block font-medium">{actionWord(audit.actions, action)}</span>
        {parts.length > 0 && <span className="block text-label wrap-anywhere text-neutral-9">{parts.join(' · ')}</span>}
      </td>
      <td className={`${cell} ${small} max-tablet:order-3 tablet:min-w-28`}>{device?.name}</td>
    </tr>
  );
}

/** An action that this page has no words for yet says itself. */
function actionWord(words: Readonly<Record<string, string>>, action: string): string {
  return words[action] ?? action;
}
