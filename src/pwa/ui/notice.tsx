import type { ReactNode } from 'react';
import { TINTS } from './tints.ts';

/** Words on a tint, announced when they appear. */
export function Notice({ tone, children }: { readonly tone: keyof typeof TINTS; readonly children: ReactNode }) {
  return (
    <p role="status" className={`rounded-button px-3 py-2 font-medium ${TINTS[tone]}`}>
      {children}
    </p>
  );
}
