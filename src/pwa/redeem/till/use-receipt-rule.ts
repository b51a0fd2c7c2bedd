import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReceiptRule } from '../../../contract/sale-facts.ts';
import { settingsQuery } from '../../api/queries.ts';
import { keepReceiptRule, lastReceiptRule } from './last-receipt-rule.ts';
import { useTill } from './use-till.tsx';

/**
 * What the shop says of receipt numbers; before the server has said so, what this device heard
 * last.
 */
export function useReceiptRule(): ReceiptRule {
  const { data } = useQuery(settingsQuery);
  useEffect(() => {
    if (data !== undefined) keepReceiptRule(data);
  }, [data]);
  return data ?? lastReceiptRule();
}

/** Whether nothing is redeemed before the sale has its receipt number. */
export function useReceiptMissing(): boolean {
  const { sale } = useTill();
  return useReceiptRule().receiptUse === 'required' && sale.receiptNo === null;
}
