import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { type Camera, type CameraWish, openCamera } from './camera.ts';
import {
  rememberCamera,
  rememberedCamera,
  rememberedFine,
  rememberedNone,
  rememberFine,
  rememberNone,
} from './camera-choice.ts';
import { type CameraProblem, cameraProblem } from './camera-problem.ts';

export type CameraState =
  | { readonly phase: 'starting' }
  | { readonly phase: 'live'; readonly camera: Camera }
  | { readonly phase: 'blocked'; readonly problem: CameraProblem };

interface CameraUse {
  readonly state: CameraState;
  readonly choose: (label: string) => void;
  readonly refine: (fine: boolean) => void;
  readonly retry: () => void;
}

/**
 * The initial state. If there was no picture last time, its space is not reserved: the page would
 * jump.
 */
function beginning(): CameraState {
  return rememberedNone(localStorage) ? { phase: 'blocked', problem: 'missing' } : { phase: 'starting' };
}

const isMissing = (state: CameraState) => state.phase === 'blocked' && state.problem === 'missing';

/**
 * Keeps a camera on while the page is visible. A hidden page releases it, so that other apps can
 * use it and home-screen apps do not resume with a black picture.
 */
export function useCamera(): CameraUse {
  const devices = cameraDevices();
  const [wish, setWish] = useState<CameraWish>(() => ({
    label: rememberedCamera(localStorage),
    fine: rememberedFine(localStorage),
  }));
  const [state, setState] = useState(beginning);
  const visible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
  const retry = useCallback(() => setWish((same) => ({ ...same })), []);
  const choose = (label: string) => {
    rememberCamera(localStorage, label);
    setWish(({ fine }) => ({ label, fine }));
  };
  const refine = (fine: boolean) => {
    rememberFine(localStorage, fine);
    setWish(({ label }) => ({ label, fine }));
  };

  useEffect(() => {
    if (!devices || !visible) return undefined;
    const release = keepOpen(devices, wish, (next) => {
      rememberNone(localStorage, isMissing(next));
      setState(next);
    });
    return () => {
      release();
      setState(beginning());
    };
  }, [devices, visible, wish]);

  const waitsForDevice = isMissing(state) || (state.phase === 'blocked' && state.problem === 'lost');
  useEffect(() => {
    if (!devices || !waitsForDevice) return undefined;
    devices.addEventListener('devicechange', retry);
    return () => devices.removeEventListener('devicechange', retry);
  }, [devices, waitsForDevice, retry]);

  if (!devices)
    return {
      state: { phase: 'blocked', problem: isSecureContext ? 'unsupported' : 'insecure' },
      choose,
      refine,
      retry,
    };
  return { state, choose, refine, retry };
}

/**
 * Opens a camera and reports the result. @returns a function that closes it, even while it is
 * opening
 */
function keepOpen(devices: MediaDevices, wish: CameraWish, tell: (state: CameraState) => void): () => void {
  const released = new AbortController();
  openCamera(devices, wish).then(
    (camera) => {
      if (released.signal.aborted) return camera.close();
      released.signal.addEventListener('abort', () => camera.close());
      camera.onLost(() => tell({ phase: 'blocked', problem: 'lost' }));
      tell({ phase: 'live', camera });
    },
    (error: unknown) => {
      if (!released.signal.aborted) tell({ phase: 'blocked', problem: cameraProblem(error) });
    },
  );
  return () => released.abort();
}

/** Browsers hide `mediaDevices` outside secure contexts. */
function cameraDevices(): MediaDevices | undefined {
  return (navigator as { readonly mediaDevices?: MediaDevices }).mediaDevices;
}

function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
