import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TillRule } from '../../../contract/access/till-rule.ts';
import { settingsQuery } from '../../api/queries.ts';
import type { KeyReading } from './entry.ts';
import { keepRule, lastRule } from './last-rule.ts';
import { useTill } from './use-till.tsx';

/**
 * What the shop has set for its tills; before the server has said so, what this device heard last.
 */
export function useRule(): TillRule {
  const { data } = useQuery(settingsQuery);
  useEffect(() => {
    if (data !== undefined) keepRule(data);
  }, [data]);
  return data ?? lastRule();
}

/** How keys are read that type money at this till. */
export function useReading(): KeyReading {
  const { typedAmounts: typed } = useRule();
  return { currency: useTill().sale.currency, typed };
}

/** Whether nothing is redeemed before the sale has its receipt number. */
export function useReceiptMissing(): boolean {
  const { sale } = useTill();
  return useRule().receiptUse === 'required' && sale.receiptNo === null;
}
