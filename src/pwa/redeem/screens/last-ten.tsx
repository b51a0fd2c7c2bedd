import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Person, Role } from '../../../contract/access/people.ts';
import { type TenderView, tenderTone } from '../../../contract/redemption/tender.ts';
import { failureOrNull } from '../../api/failure.ts';
import { saveRedemptions } from '../../api/last-redemptions.ts';
import { call } from '../../api/live.ts';
import { TENDERS_KEY } from '../../api/queries.ts';
import { UndoButton } from '../../refund/undo-button.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { Chip } from '../../ui/chip.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { allRows } from '../till/till.ts';
import { useTill } from '../till/use-till.tsx';

/** The user's last redemptions, newest first, with undo while it is possible. */
export function LastTen({ person }: { readonly person: Person }) {
  const { lastTen } = useMessages();
  const { data: listed, error } = useQuery(myTendersQuery(person.id));
  useEffect(() => {
    // Updates the stored redemptions, which other users may have refunded since. The till reports
    // storage failures.
    if (listed !== undefined) saveRedemptions(listed, { known: true }).catch(() => undefined);
  }, [listed]);
  const heldViews = new Map(allRows(useTill()).map(({ tenderId, view }) => [tenderId, view]));
  const tenders = listed?.map((tender) => newer(tender, heldViews.get(tender.id) ?? null));
  return (
    <section className="card p-4" aria-label={lastTen.title}>
      <h2 className="text-label font-medium text-neutral-9">{lastTen.title}</h2>
      {tenders === undefined && <FailureNotice failure={failureOrNull(error)} />}
      {tenders?.length === 0 && <p className="pt-1 wrap-anywhere text-neutral-9">{lastTen.empty}</p>}
      <ul className="divide-y divide-neutral-4">
        {tenders?.map((tender) => (
          <TenderRow key={tender.id} tender={tender} role={person.role} />
        ))}
      </ul>
    </section>
  );
}

function TenderRow({ tender, role }: { readonly tender: TenderView; readonly role: Role }) {
  const { states } = useMessages();
  const { value, time } = useFormat();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] py-1 tabular-nums">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          ··{tender.last4}{' '}
          <time dateTime={tender.createdAt} className="text-label whitespace-nowrap text-neutral-9">
            {time(tender.createdAt)}
          </time>
        </span>
        <span translate="no" className="ml-auto font-medium">
          {value(tender.captured ?? tender.requested)}
        </span>
      </p>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3">
        <Chip tone={tenderTone(tender)}>{states[tender.state]}</Chip>
        <UndoButton tender={tender} role={role} className="-mr-3 ml-auto" brief />
      </div>
    </li>
  );
}

/**
 * Returns the newer of two states. If they are equal, the list wins, because it knows if undo is
 * possible.
 */
function newer(listed: TenderView, heard: TenderView | null): TenderView {
  return heard !== null && Date.parse(heard.changedAt) > Date.parse(listed.changedAt) ? heard : listed;
}

const myTendersQuery = (personId: string) =>
  queryOptions({
    queryKey: [...TENDERS_KEY, personId],
    queryFn: ({ signal }) => call('myTenders', { query: { mine: '1' }, signal }),
  });
