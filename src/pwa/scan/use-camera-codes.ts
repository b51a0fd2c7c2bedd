import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ExtraCode } from '../../contract/voucher/extra-codes.ts';
import { type Darkness, darken, isDark } from '../../reader/black-picture.ts';
import type { Camera } from '../../reader/camera.ts';
import type { Decoded } from '../../reader/decode-protocol.ts';
import { type Decoder, startDecoder } from '../../reader/decoder.ts';
import { decodeFrames } from '../../reader/frames.ts';
import { addPicture, noSightings, resumeView } from '../../reader/sightings.ts';
import { trustedUrl } from '../ui/trusted-url.ts';
import { acceptedCodes } from './accepted-codes.ts';
import { type CollectedView, collectView } from './together.ts';

interface CameraCodesOptions {
  /** Types of codes that the shop enabled in addition. */
  readonly extras: readonly ExtraCode[];
  /** False for texts to ignore. */
  readonly isWanted: (text: string) => boolean;
  readonly paused: boolean;
  /**
   * Receives each code once while it stays in view: one, or several that came into view together.
   */
  readonly onCodes: (codes: readonly Decoded[]) => void;
  /** Receives the texts in view after each picture. */
  readonly onView: (texts: ReadonlySet<string>) => void;
}

/**
 * Reads codes from the video of a camera while it is on and not `paused`.
 * @returns `isBlack`: the pictures have been black for a while
 */
export function useCameraCodes(
  video: RefObject<HTMLVideoElement | null>,
  camera: Camera | null,
  { extras, isWanted, paused, onCodes, onView }: CameraCodesOptions,
): { readonly isBlack: boolean } {
  const report = useEffectEvent(onCodes);
  const reportView = useEffectEvent(onView);
  const accepted = useEffectEvent(() => acceptedCodes(extras, isWanted));
  const decoder = useRef<Decoder>(null);
  const seen = useRef(noSightings);
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
    /*
     * Created only when there is a camera: loading unused engines would delay the start on a slow
     * device.
     */
    decoder.current ??= startDecoder(trustedUrl);
    const { decode } = decoder.current;
    seen.current = resumeView(seen.current, performance.now());
    let dark: Darkness = null;
    let waiting: CollectedView = null;
    const stop = decodeFrames(
      video.current,
      (frame) => decode(frame, accepted().formats),
      ({ codes, black }) => {
        const now = performance.now();
        const sight = addPicture(seen.current, codes.filter(accepted().isAccepted), now);
        seen.current = sight.state;
        const { state, told } = collectView(waiting, sight, now);
        waiting = state;
        if (told.length > 0) report(told);
        reportView(new Set(sight.state.inView.keys()));
        if (black === null) return;
        dark = darken(dark, black, now);
        setBlack(isDark(dark, now));
      },
    );
    return () => {
      stop();
      setBlack(false);
    };
  }, [video, camera, paused]);
  return { isBlack };
}
