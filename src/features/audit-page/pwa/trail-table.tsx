import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import type { TrailLink } from '../../../contract/platform/audit.ts';
import {
  addressOfActivation,
  addressOfCase,
  addressOfClosing,
  addressOfIssue,
  addressOfPerson,
  addressOfTransaction,
} from '../../../pwa/shell/addresses.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import type { Format } from '../../../pwa/ui/format.ts';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { featureActionTexts } from '../../../pwa/words/feature-action-texts.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useLanguage, useMessages } from '../../../pwa/words/words.tsx';
import { detailParts } from './detail-texts.ts';
import type { FoldedTrailLine } from './fold-lines.ts';
import type { AuditMessages } from './words/en.ts';

/** The lines of the audit log; on a phone each is a block. */
export function TrailTable({ lines }: { readonly lines: readonly FoldedTrailLine[] }) {
  const { columns, title } = usePageMessages('audit-page');
  const now = useNow(60_000);
  const head = 'px-3 py-2 text-left text-label font-medium text-neutral-9 whitespace-nowrap';
  return (
    <table aria-label={title} className="w-full border-collapse max-tablet:block tablet:table-fixed">
      <thead className="max-tablet:sr-only">
        <tr>
          <th scope="col" className={`${head} tablet:w-45`}>
            {columns.when}
          </th>
          <th scope="col" className={`${head} tablet:w-[22%]`}>
            {columns.who}
          </th>
          <th scope="col" className={head}>
            {columns.what}
          </th>
          <th scope="col" className={`${head} tablet:w-[20%]`}>
            {columns.where}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-neutral-4 max-tablet:block">
        {lines.map((line) => (
          <TrailRow key={line.id} line={line} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function TrailRow({ line, now }: { readonly line: FoldedTrailLine; readonly now: number }) {
  const audit = usePageMessages('audit-page');
  const messages = useMessages();
  const format = useFormat();
  const set = {
    people: usePageMessages('staff'),
    settings: usePageMessages('shop-settings'),
    places: messages.places,
    currency: useShop().currency,
  };
  const { at, person, device } = line;
  const cell = 'align-middle wrap-anywhere tablet:px-3';
  const small = 'max-tablet:text-label text-neutral-11';
  const noPerson = <span className="text-neutral-9">{device === null ? audit.server : audit.nobody}</span>;
  return (
    <tr className="max-tablet:flex max-tablet:flex-wrap max-tablet:gap-x-3 max-tablet:px-3 max-tablet:py-2">
      <td className={`${cell} ${small} whitespace-nowrap tabular-nums max-tablet:order-4 max-tablet:ml-auto`}>
        <time dateTime={at}>{format.inYear(at, now)}</time>
      </td>
      <td className={`${cell} max-tablet:order-2 max-tablet:text-label`}>{person?.name ?? noPerson}</td>
      <td className={`${cell} max-tablet:order-1 max-tablet:basis-full`}>
        <ActionLink
          line={line}
          parts={[...detailParts(line, { messages, audit, format, ...set }), ...startTime(line, { audit, format })]}
        />
      </td>
      <td className={`${cell} ${small} max-tablet:order-3`}>{device?.name}</td>
    </tr>
  );
}

/** Further details are collapsed: server settings have a dozen at a time. */
const PARTS_AT_ONCE = 6;

/** The action, as a link if its subject has a page. */
function ActionLink({
  line: { action, opens },
  parts,
}: {
  readonly line: FoldedTrailLine;
  readonly parts: readonly string[];
}) {
  const text = useActionText(action);
  const summary = (
    <span className="min-w-0 flex-1">
      <span className="block font-medium">{text}</span>
      {parts.length > 0 && <span className="block text-label text-neutral-9">{parts.join(' · ')}</span>}
    </span>
  );
  if (opens === null && parts.length > PARTS_AT_ONCE)
    return (
      <details className="py-1">
        <summary className="min-h-12 content-center font-medium">
          {text} ({parts.length})
        </summary>
        <p className="text-label text-neutral-9">{parts.join(' · ')}</p>
      </details>
    );
  if (opens === null) return <div className="flex items-center py-1 tablet:min-h-12">{summary}</div>;
  return (
    <Link
      href={addressOf(opens)}
      className="-mx-2 flex min-h-12 items-center gap-2 rounded-button px-2 py-1 hover:bg-neutral-3"
    >
      {summary}
      <ChevronRight aria-hidden strokeWidth={1.75} size={18} className="shrink-0 text-neutral-9" />
    </Link>
  );
}

/** The page of a line's subject. */
function addressOf({ what, id }: TrailLink): string {
  switch (what) {
    case 'transaction':
      return addressOfTransaction(id);
    case 'activation':
      return addressOfActivation(id);
    case 'issue':
      return addressOfIssue(id);
    case 'case':
      return addressOfCase(id);
    case 'person':
      return addressOfPerson(id);
    case 'closing':
      return addressOfClosing(id);
    default:
      return what satisfies never;
  }
}

/** The start time of the operation, unless it is in the same minute. */
function startTime(
  { at, startedAt }: FoldedTrailLine,
  { audit, format }: { readonly audit: AuditMessages; readonly format: Format },
): string[] {
  if (startedAt === null || format.time(startedAt) === format.time(at)) return [];
  return [audit.begun(format.time(startedAt))];
}

/** An action without a text yet is shown by its name. */
function useActionText(action: string): string {
  const { actions } = usePageMessages('audit-page');
  const { language } = useLanguage();
  const texts: Readonly<Record<string, string>> = actions;
  return texts[action] ?? featureActionTexts(language)[action] ?? action;
}
