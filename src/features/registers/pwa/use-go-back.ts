import { useMutation } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ReturnAddress } from '../../../contract/redemption/return-address.ts';
import { call } from '../../../pwa/api/live.ts';
import { saveLinkedSaleId } from '../../../pwa/redeem/till/linked-sale-id.ts';
import { createTillOutbox } from '../../../pwa/redeem/till/outbox.ts';
import { heldTenders } from '../../../pwa/redeem/till/sale.ts';
import { useTill } from '../../../pwa/redeem/till/use-till.tsx';

/** Navigates away or reloads the page. Separate, so that tests can replace it. */
export const leaveFor = { go: (url: string) => location.replace(url), again: () => location.reload() };

export interface RegisterReturn {
  /** The till is shown in a frame of the register's page, and stays until the result is known. */
  readonly inFrame: boolean;
  readonly partial: boolean;
  /**
   * True if the register may receive the result in the signed address; otherwise the till stays.
   */
  readonly canReport: (answer: ReturnAddress) => boolean;
  readonly report: (answer: ReturnAddress) => void;
}

/** By default, the browser itself navigates back. */
export const RegisterReturnContext = createContext<RegisterReturn>({
  inFrame: false,
  partial: true,
  canReport: () => true,
  report: ({ url }) => leaveFor.go(url),
});

/**
 * Returns to the register of the sale. The server provides the address and the result; an operation
 * in progress counts as unknown. The data of the mutation is true if the register was informed.
 */
export function useGoBack() {
  const { sale } = useTill();
  const registerReturn = use(RegisterReturnContext);
  return useMutation({
    mutationFn: async () => {
      const awaiting = heldTenders(sale);
      const answer = await call('returnFromLink', { params: { id: sale.id }, body: { awaiting } });
      // Keeps the sale if the register may not be informed yet. No code runs after navigating away.
      if (!registerReturn.canReport(answer)) return false;
      await removeLinkedSale(sale.id);
      registerReturn.report(answer);
      return true;
    },
  });
}

/**
 * Removes a link's sale from this device. The journal has its redemptions, and the server follows
 * up those in progress.
 */
export async function removeLinkedSale(saleId: string): Promise<void> {
  saveLinkedSaleId(null);
  await createTillOutbox().dropLink(saleId);
}
