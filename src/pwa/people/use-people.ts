import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Role } from '../../contract/people.ts';
import { call } from '../api/live.ts';
import { devicesQuery, peopleQuery } from '../api/queries.ts';

/** Adds a person who can then sign in on any device of the shop. */
export function useAddPerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; role: Role; pin: string }) => call('addPerson', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  });
}

/** Makes a one-time code for another device. */
export function useEnrolmentCode() {
  return useMutation({ mutationFn: () => call('enrolmentCode') });
}

/** Shuts a device out. */
export function useRevokeDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('revokeDevice', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}
