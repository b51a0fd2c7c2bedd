import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '../../contract/platform/endpoint.ts';
import type { endpoints } from '../../contract/platform/endpoints.ts';
import { call, SHOP_KEY } from '../api/live.ts';
import { devicesQuery, peopleQuery, shopLockQuery } from '../api/queries.ts';

/** What may change about a person; what is left out stays. */
export type PersonChange = RequestOf<typeof endpoints.changePerson>;

/** Adds a person who can then sign in on any device of the shop. */
export function useAddPerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof endpoints.addPerson>) => call('addPerson', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  });
}

/** Changes a person; answers with the person as they then are. */
export function useChangePerson(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PersonChange) => call('changePerson', { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  });
}

/** Makes a badge for a person; its code is told once. */
export function useMakeBadge(id: string) {
  return useMutation({ mutationFn: () => call('makeBadge', { params: { id } }), onSuccess: useBadgesChanged() });
}

/** Ends a person's badge. */
export function useRevokeBadge(id: string) {
  return useMutation({ mutationFn: () => call('revokeBadge', { params: { id } }), onSuccess: useBadgesChanged() });
}

/** Who has one, and whether anybody has, which the lock screen asks. */
function useBadgesChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
      client.invalidateQueries({ queryKey: SHOP_KEY }),
    ]);
}

/** Makes a one-time code for another device. */
export function useEnrolmentCode() {
  return useMutation({ mutationFn: () => call('enrolmentCode') });
}

/** Shuts a device out. */
export function useRevokeDevice() {
  return useDeviceMutation((id) => call('revokeDevice', { params: { id } }));
}

/** Forgets the wrong PINs that locked a device. */
export function useUnlockDevice() {
  return useDeviceMutation((id) => call('unlockDevice', { params: { id } }));
}

/** Forgets the wrong PINs that count for the shop as a whole. */
export function useUnlockShop() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('unlockShop'),
    onSuccess: () => client.invalidateQueries({ queryKey: shopLockQuery.queryKey }),
  });
}

function useDeviceMutation(mutationFn: (id: string) => Promise<void>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: devicesQuery.queryKey }) });
}
