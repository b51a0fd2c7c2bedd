import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '../../../contract/redemption/states.ts';
import { TONES } from '../../ui/tone.ts';

/** For states without a verdict. */
const NEUTRAL = { tint: 'bg-neutral-1', edge: 'border-neutral-6', ink: 'text-neutral-12', Icon: LoaderCircle };

/**
 * A screen in the colour of its verdict, with icon and title. `large`: the title is as big as an
 * amount, because nothing was redeemed.
 */
export function FullScreen({
  tone,
  title,
  icon = true,
  large = false,
  hasButtons = true,
  children,
  onTouch,
}: FullScreenProps) {
  const { tint, edge, ink, Icon } = tone === null ? NEUTRAL : TONES[tone];
  return (
    <section
      aria-label={title}
      onPointerDown={onTouch}
      // Without a button, it must be focusable for scrolling by keyboard.
      tabIndex={hasButtons ? undefined : 0}
      className={`screen-only fixed inset-0 z-30 overflow-y-auto border-t-8 ${tint} ${edge}`}
    >
      <div className="@container mx-auto flex min-h-full w-full max-w-4xl animate-grow flex-col items-center justify-center gap-4 p-5 text-center max-tablet:low:gap-2 max-tablet:low:p-3 short:gap-2 short:p-3">
        <div className="flex max-w-full flex-col items-center gap-4 max-tablet:low:gap-2 short:flex-row short:gap-2">
          {icon && (
            <Icon
              aria-hidden
              strokeWidth={1.75}
              size={96}
              className={`shrink-0 max-tablet:not-short:low:size-14 short:size-10 ${ink}`}
            />
          )}
          <h1
            className={`max-w-full font-semibold text-balance hyphens-auto wrap-break-word ${large ? 'text-refusal' : 'text-title'} ${ink}`}
          >
            {title}
          </h1>
        </div>
        {children}
      </div>
    </section>
  );
}

interface FullScreenProps {
  /** Null before a verdict or a doubt. */
  readonly tone: Tone | null;
  readonly title: string;
  readonly icon?: boolean;
  readonly large?: boolean;
  readonly hasButtons?: boolean;
  readonly children: ReactNode;
  readonly onTouch?: () => void;
}
