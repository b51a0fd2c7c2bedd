import { useEffect, useState } from 'react';
import { type DrawnCodes, drawCodes } from './draw-codes.ts';

const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * The codes of vouchers, drawn gradually; stored only while this component exists.
 * @param vouchers must be the same list in every rendering; another list needs another component
 */
export function useDrawn<T extends { readonly code: string }>(vouchers: readonly T[]) {
  const [drawn, setDrawn] = useState<readonly { readonly voucher: T; readonly codes: DrawnCodes }[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    void drawCodes(vouchers, { pause, onDrawn: setDrawn, signal: leaving.signal });
    return () => leaving.abort();
  }, [vouchers]);
  return { drawn, isDone: drawn.length === vouchers.length };
}
