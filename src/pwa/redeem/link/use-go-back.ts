import { useMutation } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ReturnAddress } from '../../../contract/redemption/return-address.ts';
import { returnAddressOf } from '../../shell/slots.ts';
import { createTillOutbox } from '../till/outbox.ts';
import { heldTenders } from '../till/sale.ts';
import { useTill } from '../till/use-till.tsx';
import { holdLink } from './held-link.ts';

/**
 * The browser goes to another page, or begins this one again.
 *
 * Apart, so that stories can hear of it.
 */
export const leaveFor = { go: (url: string) => location.replace(url), again: () => location.reload() };

/** How a register hears of the end of its sale. */
export interface WayBack {
  /** In the register's own page: there the till stays while nobody knows how it ended. */
  readonly inFrame: boolean;
  /** Whether the register takes an amount that is less than what it asked for. */
  readonly partial: boolean;
  /** Whether the register is told what stands in the signed address; otherwise the till stays. */
  readonly mayTell: (answer: ReturnAddress) => boolean;
  readonly tell: (answer: ReturnAddress) => void;
}

/** Unless a page says otherwise, the browser itself goes back. */
export const WayContext = createContext<WayBack>({
  inFrame: false,
  partial: true,
  mayTell: () => true,
  tell: ({ url }) => leaveFor.go(url),
});

/**
 * Goes back to the register that asked for the sale. The server says where to, and what is said
 * there; of what is still under way it says that nobody knows. Its data is whether the register was
 * told.
 */
export function useGoBack() {
  const { sale } = useTill();
  const way = use(WayContext);
  return useMutation({
    mutationFn: async () => {
      const awaiting = heldTenders(sale);
      const answer = await returnAddressOf(sale.id, awaiting);
      // Where the register may not be told yet, the sale stays; where the browser goes away,
      // nothing comes after.
      if (!way.mayTell(answer)) return false;
      await letGo(sale.id);
      way.tell(answer);
      return true;
    },
  });
}

/**
 * Ends the sale of a link on this device; what it took is in the journal, and what is under way is
 * followed up.
 */
export async function letGo(saleId: string): Promise<void> {
  holdLink(null);
  await createTillOutbox().dropLink(saleId);
}
