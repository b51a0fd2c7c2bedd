import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call, SESSION_KEY } from '../../../pwa/api/live.ts';
import { enterShop } from '../../../pwa/api/queries.ts';

/** Opens another shop; the page and its filters stay. */
export function useVisit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (shop: string) => call('visit', { body: { shop } }),
    async onSuccess(session) {
      await enterShop(client);
      client.setQueryData(SESSION_KEY, session);
    },
  });
}

/** Opens an address in another shop. */
export function useVisitAt() {
  const visit = useVisit();
  const [, navigate] = useLocation();
  return {
    isPending: visit.isPending,
    error: visit.error,
    open: (shop: string, address: string) => visit.mutate(shop, { onSuccess: () => navigate(address) }),
  };
}
