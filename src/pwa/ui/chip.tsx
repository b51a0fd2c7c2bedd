import type { ReactNode } from 'react';
import { TINTS } from './tints.ts';

/** A state as a word in its colour. */
export function Chip({ tone, children }: { readonly tone: keyof typeof TINTS; readonly children: ReactNode }) {
  return <span className={`rounded-full px-2.5 py-1 text-label font-semibold whitespace-nowrap ${TINTS[tone]}`}>{children}</span>;
}
