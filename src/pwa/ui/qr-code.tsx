import { useMemo } from 'react';
import { CodePicture, type CodeProps } from './code-picture.tsx';
import { qrShape } from './qr-shape.ts';

/** A QR code, black on white in both themes. */
export function QrCode({ text, ...picture }: CodeProps) {
  const shape = useMemo(() => qrShape(text), [text]);
  return <CodePicture shape={shape} {...picture} />;
}
