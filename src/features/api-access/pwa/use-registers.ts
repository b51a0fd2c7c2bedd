import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { call } from '../../../pwa/api/live.ts';
import type { NewRegister, Register } from '../../registers/contract/register.ts';

/** Registers that may ask by link. */
export const registersQuery = queryOptions({
  queryKey: ['registers'],
  queryFn: ({ signal }) => call('registers', { signal }),
});

/** Puts a register on the list, takes one off, and has it sign its links or not. */
export function useSetRegisters() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: registersQuery.queryKey });
  return {
    add: useMutation({ mutationFn: (body: NewRegister) => call('addRegister', { body }), onSuccess }),
    remove: useMutation({ mutationFn: ({ id }: Register) => call('removeRegister', { params: { id } }), onSuccess }),
    // Its answer is the only one that holds the secret.
    sign: useMutation({
      mutationFn: ({ id }: Register) => call('registerSecret', { params: { id } }),
      gcTime: 0,
      onSuccess,
    }),
    unsign: useMutation({ mutationFn: ({ id }: Register) => call('endRegisterSecret', { params: { id } }), onSuccess }),
  };
}

/** Where the public key is. */
export const keyAddress = () => `${location.origin}${endpoints.returnKey.path}`;
