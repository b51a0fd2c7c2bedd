import { useMutation } from '@tanstack/react-query';
import { call } from '../api/live.ts';
import { holdLink } from './held-link.ts';
import { createTillOutbox } from './outbox.ts';
import { isUnsettled } from './sale.ts';
import { useTill } from './use-till.tsx';

/** The browser goes to another page. Apart, so that stories can hear of it. */
export const leaveFor = { go: (url: string) => location.replace(url) };

/**
 * Goes back to the register that asked for the sale. The server says where to, and what is said there; of what is still under way it says that
 * nobody knows.
 */
export function useGoBack() {
  const { sale } = useTill();
  return useMutation({
    mutationFn: async () => {
      const awaiting = sale.rows.filter(isUnsettled).map(({ tenderId }) => tenderId);
      const { url } = await call('returnFromLink', { params: { id: sale.id }, body: { awaiting } });
      await letGo(sale.id);
      leaveFor.go(url);
    },
  });
}

/** Ends the sale of a link on this device; what it took is in the journal, and what is under way is followed up. */
export async function letGo(saleId: string): Promise<void> {
  holdLink(null);
  await createTillOutbox().dropLink(saleId);
}
