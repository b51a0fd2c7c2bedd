import { useQuery } from '@tanstack/react-query';
import type { Person } from '../../../contract/access/people.ts';
import { peopleQuery, sessionQuery } from '../../../pwa/api/queries.ts';

/** The shop's managers besides the user; undefined while they are being loaded. */
export function useOtherManagers(): readonly Person[] | undefined {
  const { data: people } = useQuery(peopleQuery);
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  return people?.filter(({ id, role }) => role === 'manager' && id !== session?.person.id);
}
