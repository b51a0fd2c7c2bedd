import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { printingQuery } from './queries.ts';

export function DevicePrinterName({ children }: { readonly children: (name: string | null) => ReactNode }) {
  const { data } = useQuery(printingQuery);
  return children(data?.printer?.name ?? null);
}
