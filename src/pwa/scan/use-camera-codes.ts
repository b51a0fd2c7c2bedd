import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Darkness, darken, isDark } from './black-picture.ts';
import type { Camera } from './camera.ts';
import type { Decoded } from './decode-protocol.ts';
import { createDecoder, type Decoder } from './decoder.ts';
import { decodeFrames } from './frames.ts';
import { nothingSeen, resume, see } from './sightings.ts';

/**
 * Reads codes from the video of a camera while it is on and not `paused`. Each code is reported once for as long as it stays in view.
 * @returns whether the pictures have been black for a while
 */
export function useCameraCodes(
  video: RefObject<HTMLVideoElement | null>,
  camera: Camera | null,
  paused: boolean,
  onCode: (code: Decoded) => void,
): boolean {
  const report = useEffectEvent(onCode);
  const decoder = useRef<Decoder>(null);
  const seen = useRef(nothingSeen);
  const [isBlack, setBlack] = useState(false);

  useEffect(
    () => () => {
      decoder.current?.close();
      decoder.current = null;
    },
    [],
  );

  useEffect(() => {
    if (!video.current || !camera || paused) return undefined;
    /* Not before there is a camera: engines that nobody needs would cost a weak till its first second. */
    decoder.current ??= createDecoder();
    seen.current = resume(seen.current, performance.now());
    let dark: Darkness = null;
    const stop = decodeFrames(video.current, decoder.current, ({ codes, black }) => {
      const now = performance.now();
      const { state, read } = see(seen.current, codes, now);
      seen.current = state;
      for (const code of read) report(code);
      if (black === null) return;
      dark = darken(dark, black, now);
      setBlack(isDark(dark, now));
    });
    return () => {
      stop();
      setBlack(false);
    };
  }, [video, camera, paused]);
  return isBlack;
}
