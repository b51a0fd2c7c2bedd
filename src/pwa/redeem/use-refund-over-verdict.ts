import { useEffect } from 'react';
import { useRefundStore, useRefunds } from '../refund/use-refunds.ts';
import { useTill, useTillStore } from './use-till.tsx';

/** While the dialog of a refund is open, the verdict behind it stays; once that says refunded, which it does larger, the dialog closes. */
export function useRefundOverVerdict(): void {
  const { open } = useRefunds();
  const { close } = useRefundStore();
  const { stage } = useTill();
  const { touch } = useTillStore();
  const tenderId = open?.id;
  useEffect(() => {
    if (tenderId !== undefined) touch();
  }, [tenderId, touch]);
  const isSaidBehind = stage.at === 'verdict' && stage.tenderId === tenderId && stage.view.state === 'refunded';
  useEffect(() => {
    if (isSaidBehind) close();
  }, [isSaidBehind, close]);
}
