import { useCallback, useEffect, useRef, useState } from 'react';
import { LIMITS } from '../../contract/access/limits.ts';
import type { Decoded } from '../../reader/decode-protocol.ts';
import { type Decoder, startDecoder } from '../../reader/decoder.ts';
import { trustedUrl } from '../ui/trusted-url.ts';
import type { AcceptedCodes } from './accepted-codes.ts';
import { inReadingOrder } from './code-choice.tsx';
import { SIDE_MAX } from './limits.ts';
import { choices } from './together.ts';

/** The state of reading a picture; `unreadable`: the browser cannot open the file as a picture. */
type PictureState = 'idle' | 'reading' | 'found' | 'nothing' | 'unreadable';

/**
 * Reads one picture at a time with the reader of the camera. The picture stays on the device.
 * `stop` discards it at once.
 * @param onCodes receives the codes of the picture, from left to right
 */
export function usePicture({ formats, isAccepted }: AcceptedCodes, onCodes: (codes: readonly Decoded[]) => void) {
  const [state, setState] = useState<PictureState>('idle');
  const decoder = useRef<Decoder>(null);
  /** Replaced for each picture, so that an earlier run notices that it was stopped. */
  const current = useRef<Blob>(null);

  const letGo = useCallback(() => {
    current.current = null;
    decoder.current?.close();
    decoder.current = null;
  }, []);
  useEffect(() => letGo, [letGo]);
  useEffect(() => {
    if (state === 'idle' || state === 'reading') return undefined;
    const over = setTimeout(() => setState('idle'), LIMITS.pictureNoteMs);
    return () => clearTimeout(over);
  }, [state]);

  const read = async (file: Blob) => {
    letGo();
    current.current = file;
    setState('reading');
    const picture = await opened(file);
    if (current.current !== file) return picture?.close();
    if (picture === null) return setState('unreadable');
    decoder.current = startDecoder(trustedUrl);
    const { codes } = await decoder.current.decodeStill(picture, formats);
    if (current.current !== file) return undefined;
    letGo();
    const accepted = codes.filter(isAccepted);
    setState(accepted.length === 0 ? 'nothing' : 'found');
    if (accepted.length > 0) onCodes(inReadingOrder(choices(accepted)));
    return undefined;
  };
  const stop = () => {
    letGo();
    setState('idle');
  };
  return { state, read, stop };
}

/** The picture in a size that is read within a second; null if the file is not a picture. */
async function opened(file: Blob): Promise<ImageBitmap | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = SIDE_MAX / Math.max(bitmap.width, bitmap.height);
    if (scale >= 1) return bitmap;
    const resizeWidth = Math.max(1, Math.round(bitmap.width * scale));
    const resizeHeight = Math.max(1, Math.round(bitmap.height * scale));
    return await createImageBitmap(bitmap, { resizeWidth, resizeHeight, resizeQuality: 'high' }).finally(() =>
      bitmap.close(),
    );
  } catch {
    // Not a picture, or an unsupported format: the page shows that.
    return null;
  }
}
