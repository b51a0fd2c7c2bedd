import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useLocation } from 'wouter';
import type { SetupRequest, Shop } from '../../contract/people.ts';
import { call, SESSION_KEY, SHOP_KEY } from '../api/live.ts';
import { ADDRESSES } from './addresses.ts';

/** The shop that this device belongs to, known wherever screens of the till are drawn. */
export const ShopContext = createContext<Shop | null>(null);

/** The shop on this device. @throws Error outside the gate */
export function useShop(): Shop {
  const shop = use(ShopContext);
  if (shop === null) throw new Error('The shop is known inside the gate only');
  return shop;
}

/** Locks the till, on this screen at once and on the server as soon as it hears of it. */
export function useLock(): () => void {
  const client = useQueryClient();
  const signOut = useMutation({ mutationFn: () => call('signOut') });
  return () => {
    client.setQueryData(SESSION_KEY, null);
    signOut.mutate();
  };
}

/** Signs a person in with a PIN. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { personId: string; pin: string }) => call('signIn', { body }),
    onSuccess: (session) => client.setQueryData(SESSION_KEY, session),
  });
}

/** The ways onto this device: first set-up, an enrolment code, practice. Each ends with the server telling anew what this device is. */
export function useArrival() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const arrived = () =>
    Promise.all([client.invalidateQueries({ queryKey: SHOP_KEY }), client.invalidateQueries({ queryKey: SESSION_KEY })]);
  const setUp = useMutation({
    mutationFn: (body: SetupRequest) => call('setup', { body }),
    onSuccess: () => {
      // Nobody but the first manager can sign in yet, so the page of people is next.
      navigate(ADDRESSES.people);
      return arrived();
    },
  });
  const enrol = useMutation({ mutationFn: (body: { code: string; name: string }) => call('enrol', { body }), onSuccess: arrived });
  const practise = useMutation({ mutationFn: () => call('practice'), onSuccess: arrived });
  return { setUp, enrol, practise };
}
