import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { mayActAs, type Person } from '../../../contract/access/people.ts';
import { call } from '../../../pwa/api/live.ts';
import { ACTIVATIONS_KEY } from '../../../pwa/api/queries.ts';
import { type ActivationView, isActivationOpen } from '../contract/activation.ts';
import { RUNNING_MS } from './limits.ts';

export const activationQuery = (id: string) =>
  queryOptions({
    queryKey: [...ACTIVATIONS_KEY, 'one', id],
    queryFn: ({ signal }) => call('activation', { params: { id }, signal }),
    networkMode: 'always',
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' || (data && isActivationOpen(data.state)) ? RUNNING_MS : false,
  });

/** The latest activations of one person, newest first; for a manager, of all people. */
export const latestActivationsQuery = ({ id, role }: Person) => {
  const all = mayActAs(role, 'manager');
  return queryOptions({
    queryKey: [...ACTIVATIONS_KEY, 'latest', all ? 'everybody' : id],
    queryFn: ({ signal }) => call('myActivations', { signal, ...(all && { query: { all: '1' } }) }),
  });
};

/**
 * Stops and resumes an activation, sends ranges again, and deactivates a range. The answer is shown
 * immediately.
 */
export function useActivationActions(id: string) {
  const client = useQueryClient();
  const params = { id };
  const onSuccess = (view: ActivationView) => {
    client.setQueryData(activationQuery(id).queryKey, view);
    return client.invalidateQueries({ queryKey: ACTIVATIONS_KEY });
  };
  const onError = () => client.invalidateQueries({ queryKey: ACTIVATIONS_KEY });
  const stop = useMutation({ mutationFn: () => call('stopActivation', { params }), onSuccess, onError });
  const resume = useMutation({
    mutationFn: ({ ranges, halve = false }: { readonly ranges: readonly number[]; readonly halve?: boolean }) =>
      call('resumeActivation', { params, body: { ranges: [...ranges], ...(halve && { halve }) } }),
    onSuccess,
    onError,
  });
  const deactivate = useMutation({
    mutationFn: (body: { readonly range: number; readonly reason: string }) => call('deactivate', { params, body }),
    onSuccess,
    onError,
  });
  return { stop, resume, deactivate };
}

export function useCheckCard() {
  return useMutation({ mutationFn: (code: string) => call('checkCard', { body: { code } }) });
}
