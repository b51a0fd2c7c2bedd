import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { SetupRequest } from '../../../contract/access/people.ts';
import { call, SESSION_KEY, SHOP_KEY } from '../../api/live.ts';
import { ADDRESSES } from '../addresses.ts';

/**
 * The ways to join a shop: first set-up, an enrolment code, training. After each, the server
 * reports the device's new state.
 */
export function useArrival() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const arrived = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: SHOP_KEY }),
      client.invalidateQueries({ queryKey: SESSION_KEY }),
    ]);
  const setUp = useMutation({
    mutationFn: (body: SetupRequest) => call('setup', { body }),
    onSuccess: () => {
      // Opens the page of people next, because only the first manager can sign in.
      navigate(ADDRESSES.people);
      return arrived();
    },
  });
  const enrol = useMutation({
    mutationFn: (body: { code: string; name: string }) => call('enrol', { body }),
    onSuccess: arrived,
  });
  const practise = useMutation({ mutationFn: () => call('practice'), onSuccess: arrived });
  return { setUp, enrol, practise };
}
