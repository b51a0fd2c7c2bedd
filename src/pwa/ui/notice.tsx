import type { ReactNode } from 'react';

const TONES = {
  done: 'bg-done-tint text-done-ink',
  attention: 'bg-attention-tint text-attention-ink',
  refused: 'bg-refused-tint text-refused-ink',
  unknown: 'bg-unknown-tint text-unknown-ink',
} as const;

/** Words on a tint, announced when they appear. */
export function Notice({ tone, children }: { readonly tone: keyof typeof TONES; readonly children: ReactNode }) {
  return (
    <p role="status" className={`rounded-button px-3 py-2 font-medium ${TONES[tone]}`}>
      {children}
    </p>
  );
}
