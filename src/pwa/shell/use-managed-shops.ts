import { queryOptions, useQuery } from '@tanstack/react-query';
import { mayActAs, type Role } from '../../contract/access/people.ts';
import { call } from '../api/live.ts';
import { useShop } from './use-session.ts';

const managedShopsQuery = queryOptions({
  queryKey: ['managed-shops'],
  queryFn: ({ signal }) => call('managedShops', { signal }),
});

/** The shops that a manager of this server's shops may open; not read on a server with one shop. */
export function useManagedShops(role: Role) {
  const { name } = useShop();
  return useQuery({ ...managedShopsQuery, enabled: name !== undefined && mayActAs(role, 'manager') });
}
