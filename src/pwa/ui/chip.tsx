import type { ReactNode } from 'react';

const TONES = {
  done: 'bg-done-tint text-done-ink',
  attention: 'bg-attention-tint text-attention-ink',
  refused: 'bg-refused-tint text-refused-ink',
  unknown: 'bg-unknown-tint text-unknown-ink',
} as const;

/** A state as a word in its colour. */
export function Chip({ tone, children }: { readonly tone: keyof typeof TONES; readonly children: ReactNode }) {
  return <span className={`rounded-full px-2.5 py-1 text-label font-semibold whitespace-nowrap ${TONES[tone]}`}>{children}</span>;
}
