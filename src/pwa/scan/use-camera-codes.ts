import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Camera } from './camera.ts';
import type { Decoded } from './decoded.ts';
import { createDecoder, type Decoder } from './decoder.ts';
import { decodeFrames } from './frames.ts';
import { nothingSeen, resume, see } from './sightings.ts';

/** Reads codes from the video of a camera while it is on and not `paused`. Each code is reported once for as long as it stays in view. */
export function useCameraCodes(
  video: RefObject<HTMLVideoElement | null>,
  camera: Camera | null,
  paused: boolean,
  onCode: (code: Decoded) => void,
): void {
  const report = useEffectEvent(onCode);
  const decoder = useRef<Decoder>(null);
  const seen = useRef(nothingSeen);

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
    return decodeFrames(video.current, decoder.current, (decoded) => {
      const { state, read } = see(seen.current, decoded, performance.now());
      seen.current = state;
      for (const code of read) report(code);
    });
  }, [video, camera, paused]);
}
