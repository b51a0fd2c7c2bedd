import { useQuery } from '@tanstack/react-query';
import { failureOrNull } from '../api/failure.ts';
import { myTendersQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Chip } from '../ui/chip.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useWords } from '../words/words.tsx';
import { allRows } from './till.ts';
import { useTill } from './use-till.tsx';
import { verdictKind } from './verdict-kind.ts';

/** What this person redeemed last, newest first. */
export function LastTen({ personId }: { readonly personId: string }) {
  const { lastTen, states } = useWords();
  const { worth, time } = useFormat();
  const { data: listed, error } = useQuery(myTendersQuery(personId));
  const known = new Map(allRows(useTill()).map(({ tenderId, view }) => [tenderId, view]));
  // What the till heard since the list was read is newer.
  const tenders = listed?.map((tender) => known.get(tender.id) ?? tender);
  return (
    <section className="card p-4">
      <h2 className="text-label font-medium text-neutral-9">{lastTen.title}</h2>
      {tenders === undefined && <FailureNotice failure={failureOrNull(error)} />}
      {tenders?.length === 0 && <p className="pt-1 text-neutral-9">{lastTen.empty}</p>}
      <ul className="divide-y divide-neutral-4">
        {tenders?.map((tender) => (
          <li key={tender.id} className="flex min-h-12 flex-wrap items-center justify-end gap-x-3 gap-y-1 py-1">
            <time dateTime={tender.createdAt} className="text-label whitespace-nowrap text-neutral-9 tabular-nums">
              {time(tender.createdAt)}
            </time>
            <span className="flex-1 tabular-nums">··{tender.last4}</span>
            <span className="font-medium tabular-nums">{worth(tender.captured ?? tender.requested)}</span>
            <Chip tone={verdictKind(tender)}>{states[tender.state]}</Chip>
          </li>
        ))}
      </ul>
    </section>
  );
}
