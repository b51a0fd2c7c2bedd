import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { call } from '../../../pwa/api/live.ts';
import type { NewRegister, Register } from '../../registers/contract/register.ts';

export const registersQuery = queryOptions({
  queryKey: ['registers'],
  queryFn: ({ signal }) => call('registers', { signal }),
});

/** Adds and removes registers, and switches their link signatures on or off. */
export function useSetRegisters() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: registersQuery.queryKey });
  return {
    add: useMutation({ mutationFn: (body: NewRegister) => call('addRegister', { body }), onSuccess }),
    remove: useMutation({ mutationFn: ({ id }: Register) => call('removeRegister', { params: { id } }), onSuccess }),
    // Only this response contains the secret.
    sign: useMutation({
      mutationFn: ({ id }: Register) => call('registerSecret', { params: { id } }),
      gcTime: 0,
      onSuccess,
    }),
    unsign: useMutation({ mutationFn: ({ id }: Register) => call('endRegisterSecret', { params: { id } }), onSuccess }),
  };
}

export const keyAddress = () => `${location.origin}${endpoints.returnKey.path}`;
