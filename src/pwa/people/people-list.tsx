import { useQuery } from '@tanstack/react-query';
import { failureOrNull } from '../api/failure.ts';
import { peopleQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { useWords } from '../words/words.tsx';

export function PeopleList() {
  const { common, people: words } = useWords();
  const { data: people, error } = useQuery(peopleQuery);
  return (
    <>
      <h2 className="text-section font-semibold">{words.people}</h2>
      <FailureNotice failure={failureOrNull(error)} />
      <ul className="divide-y divide-neutral-4">
        {people?.map(({ id, name, role }) => (
          <li key={id} className="flex min-h-12 items-center justify-between gap-3">
            <span className="min-w-0 truncate font-medium">{name}</span>
            <span className="text-neutral-9">{common.roles[role]}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
