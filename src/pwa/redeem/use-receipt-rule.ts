import { useQuery } from '@tanstack/react-query';
import { NO_RECEIPTS, type ReceiptRule } from '../../contract/sale-facts.ts';
import { settingsQuery } from '../api/queries.ts';
import { useTill } from './use-till.tsx';

/** What the shop says of receipt numbers; before the server has said so, that it has none. */
export function useReceiptRule(): ReceiptRule {
  return useQuery(settingsQuery).data ?? NO_RECEIPTS;
}

/** Whether nothing is redeemed before the sale has its receipt number. */
export function useReceiptMissing(): boolean {
  const { sale } = useTill();
  return useReceiptRule().receiptUse === 'required' && sale.receiptNo === null;
}
