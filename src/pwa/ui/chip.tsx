import type { ReactNode } from 'react';
import type { Tone } from '../../contract/redemption/states.ts';
import { TONES } from './tone.ts';

export function Chip({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  const { tint, ink } = TONES[tone];
  return (
    <span
      className={`rounded-full px-2.5 py-1 text-label font-semibold whitespace-nowrap in-[.receipt]:whitespace-normal max-tablet:whitespace-normal ${tint} ${ink}`}
    >
      {children}
    </span>
  );
}
