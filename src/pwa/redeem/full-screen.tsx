import { CircleCheck, CircleQuestionMark, CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { VerdictKind } from './verdict-kind.ts';

const LOOK = {
  done: { tint: 'bg-done-tint border-done', ink: 'text-done-ink', Icon: CircleCheck },
  attention: { tint: 'bg-attention-tint border-attention', ink: 'text-attention-ink', Icon: TriangleAlert },
  refused: { tint: 'bg-refused-tint border-refused', ink: 'text-refused-ink', Icon: CircleX },
  unknown: { tint: 'bg-unknown-tint border-unknown', ink: 'text-unknown-ink', Icon: CircleQuestionMark },
} as const satisfies Record<VerdictKind, unknown>;

/** A screen in the tint of its verdict, with the colour at the top edge, the icon and the word. */
export function FullScreen({ kind, title, icon = true, children, onTouch }: FullScreenProps) {
  const { tint, ink, Icon } = LOOK[kind];
  return (
    <section aria-label={title} onPointerDown={onTouch} className={`screen-only fixed inset-0 z-30 overflow-y-auto border-t-8 ${tint}`}>
      <div className="mx-auto flex min-h-full w-full max-w-4xl animate-grow flex-col items-center justify-center gap-4 p-5 text-center short:gap-2 short:p-3">
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
  readonly kind: VerdictKind;
  readonly title: string;
  readonly icon?: boolean;
  readonly children: ReactNode;
  readonly onTouch?: () => void;
}
