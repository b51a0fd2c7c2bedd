import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/live.ts';
import { TENDERS_KEY } from '../api/queries.ts';

/** The last redemptions of one person, newest first. */
export const myTendersQuery = (personId: string) =>
  queryOptions({ queryKey: [...TENDERS_KEY, personId], queryFn: ({ signal }) => call('myTenders', { query: { mine: '1' }, signal }) });
