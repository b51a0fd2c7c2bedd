import { useSuspenseQuery } from '@tanstack/react-query';
import { barsQuery } from './code-queries.ts';
import type { CodeShape } from './code-shapes.ts';

export interface CodeProps {
  readonly text: string;
  /** A label for screen readers. */
  readonly label: string;
  readonly className?: string;
}

/** A Code 128 bar code, as high as its box. Suspends while the encoder is loaded. */
export function BarCode({ text, ...picture }: CodeProps) {
  const { data: shape } = useSuspenseQuery(barsQuery(text));
  return <CodePicture shape={shape} {...picture} />;
}

/** A single path, so that no hairlines appear between neighbouring modules in print. */
export function CodePicture({
  shape,
  label,
  className = '',
}: {
  readonly shape: CodeShape;
  readonly label: string;
  readonly className?: string;
}) {
  const path = shape.black.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${shape.width} ${shape.height}`}
      preserveAspectRatio={shape.width === shape.height ? 'xMidYMid' : 'none'}
      className={`block forced-color-adjust-none ${className}`}
    >
      <rect width={shape.width} height={shape.height} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
