import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TillRule } from '../../../contract/access/till-rule.ts';
import { settingsQuery } from '../../api/queries.ts';
import type { KeyReading } from './entry.ts';
import { readLastRule, saveRule } from './last-rule.ts';
import { useTill } from './use-till.tsx';

/** The shop's settings for tills; the last known ones until the server answers. */
export function useRule(): TillRule {
  const { data } = useQuery(settingsQuery);
  useEffect(() => {
    if (data !== undefined) saveRule(data);
  }, [data]);
  return data ?? readLastRule();
}

export function useReading(): KeyReading {
  const { typedAmounts: typed } = useRule();
  return { currency: useTill().sale.currency, typed };
}

/** True if the shop requires a receipt number before redemptions and the sale has none yet. */
export function useReceiptMissing(): boolean {
  const { sale } = useTill();
  return useRule().receiptUse === 'required' && sale.receiptNo === null;
}
