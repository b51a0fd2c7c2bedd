import type { ReactNode } from 'react';
import type { Tone } from '../../contract/states.ts';
import { TONES } from '../ui/tone.ts';

/** A screen in the tint of its verdict, with the colour at the top edge, the icon and the word. */
export function FullScreen({ tone, title, icon = true, children, onTouch }: FullScreenProps) {
  const { tint, edge, ink, Icon } = TONES[tone];
  return (
    <section
      aria-label={title}
      onPointerDown={onTouch}
      className={`screen-only fixed inset-0 z-30 overflow-y-auto border-t-8 ${tint} ${edge}`}
    >
      <div className="@container mx-auto flex min-h-full w-full max-w-4xl animate-grow flex-col items-center justify-center gap-4 p-5 text-center short:gap-2 short:p-3">
        <div className="flex flex-col items-center gap-4 short:flex-row short:gap-2">
          {icon && <Icon aria-hidden strokeWidth={1.75} size={96} className={`shrink-0 short:size-10 ${ink}`} />}
          <h1 className={`text-title font-semibold text-balance ${ink}`}>{title}</h1>
        </div>
        {children}
      </div>
    </section>
  );
}

interface FullScreenProps {
  readonly tone: Tone;
  readonly title: string;
  readonly icon?: boolean;
  readonly children: ReactNode;
  readonly onTouch?: () => void;
}
