import type { ReactNode } from 'react';
import type { Tone } from '../../contract/redemption/states.ts';
import { TONES } from './tone.ts';

/** A message on a tint, announced when it appears. */
export function Notice({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  const { tint, ink } = TONES[tone];
  return (
    <p role="status" className={`rounded-button px-3 py-2 font-medium wrap-anywhere ${tint} ${ink}`}>
      {children}
    </p>
  );
}
