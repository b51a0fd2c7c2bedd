import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useLocation } from 'wouter';
import type { Shop } from '../../contract/access/people.ts';
import { call, SESSION_KEY } from '../api/live.ts';
import { ADDRESSES } from './addresses.ts';
import { homeOf, isFor, pageAt } from './frame/places.ts';

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

/**
 * Signs a person in with a PIN, who stays where the page was locked.
 *
 * From the root somebody goes on home unless a sale waits there, and from a page of another role.
 */
export function useSignIn(saleWaits: boolean) {
  const client = useQueryClient();
  const [path, navigate] = useLocation();
  return useMutation({
    mutationFn: (body: { personId: string; pin: string }) => call('signIn', { body }),
    onSuccess: (session) => {
      const { role } = session.person;
      const page = pageAt(path, role);
      const stays = path === ADDRESSES.redeem ? saleWaits : page === null || isFor(role, page);
      if (!stays) navigate(ADDRESSES[homeOf(role)], { replace: true });
      client.setQueryData(SESSION_KEY, session);
    },
  });
}
