import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useLocation } from 'wouter';
import type { FirstPin, Session, Shop } from '../../contract/access/people.ts';
import { call, SESSION_KEY } from '../api/live.ts';
import { enterShop } from '../api/queries.ts';
import { ADDRESSES } from './addresses.ts';
import { homeOf, mayOpenPath } from './layout/navigation-entries.ts';

export const ShopContext = createContext<Shop | null>(null);

/** The shop of this device. @throws Error outside the gate */
export function useShop(): Shop {
  const shop = use(ShopContext);
  if (shop === null) throw new Error('The shop is known inside the gate only');
  return shop;
}

/** Locks the till: this screen at once, and the server as soon as it is reachable. */
export function useLock(): () => void {
  const client = useQueryClient();
  const { visit } = useShop();
  const signOut = useMutation({
    mutationFn: () => call('signOut'),
    onSettled: () => (visit ? enterShop(client) : undefined),
  });
  return () => {
    client.setQueryData(SESSION_KEY, null);
    signOut.mutate();
  };
}

interface SignInWithPin {
  readonly personId: string;
  readonly pin: string;
}

/** Signs in with a PIN, see {@link useStartedSession}. */
export function useSignIn(saleWaits: boolean) {
  const onSuccess = useStartedSession(saleWaits);
  return useMutation({ mutationFn: (body: SignInWithPin) => call('signIn', { body }), onSuccess });
}

/** Sets the first PIN with a printed code and signs in, see {@link useStartedSession}. */
export function useFirstPin(saleWaits: boolean) {
  const onSuccess = useStartedSession(saleWaits);
  return useMutation({ mutationFn: (body: FirstPin) => call('firstPin', { body }), onSuccess });
}

/**
 * Returns the handler of a new session. The user stays on the page that was locked.
 *
 * From a page of another role, and from the root unless a sale waits there, the user goes to the
 * first page of the role.
 */
function useStartedSession(saleWaits: boolean) {
  const client = useQueryClient();
  const [path, navigate] = useLocation();
  const { visit } = useShop();
  return async (session: Session): Promise<void> => {
    const { role } = session.person;
    if (visit) await enterShop(client);
    const stays = path === ADDRESSES.redeem ? saleWaits : mayOpenPath(role, path);
    if (!stays) navigate(ADDRESSES[homeOf(role)], { replace: true });
    client.setQueryData(SESSION_KEY, session);
  };
}
