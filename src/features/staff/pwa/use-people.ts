import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '../../../contract/platform/endpoint.ts';
import type { endpoints } from '../../../contract/platform/endpoints.ts';
import { call, SHOP_KEY } from '../../../pwa/api/live.ts';
import { devicesQuery, peopleQuery, shopLockQuery } from '../../../pwa/api/queries.ts';

/** Fields to change; absent fields stay as they are. */
export type PersonChange = RequestOf<typeof endpoints.changePerson>;

export function useAddPerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof endpoints.addPerson>) => call('addPerson', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  });
}

export function useChangePerson(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PersonChange) => call('changePerson', { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  });
}

/** Creates a badge. Its code is returned only once. */
export function useMakeBadge(id: string) {
  return useMutation({ mutationFn: () => call('makeBadge', { params: { id } }), onSuccess: useBadgesChanged() });
}

export function useRevokeBadge(id: string) {
  return useMutation({ mutationFn: () => call('revokeBadge', { params: { id } }), onSuccess: useBadgesChanged() });
}

/** Reloads who has a badge, and whether any badge exists, which the lock screen needs. */
function useBadgesChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
      client.invalidateQueries({ queryKey: SHOP_KEY }),
    ]);
}

export function useCreateEnrolmentCode() {
  return useMutation({ mutationFn: () => call('enrolmentCode') });
}

export function useRevokeDevice() {
  return useDeviceMutation((id) => call('revokeDevice', { params: { id } }));
}

export function useUnlockDevice() {
  return useDeviceMutation((id) => call('unlockDevice', { params: { id } }));
}

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
