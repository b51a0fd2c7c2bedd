import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { type Camera, type CameraRequest, openCamera } from '../../reader/camera.ts';
import { readCamera, readFine, saveCamera, saveFine } from '../../reader/camera-choice.ts';
import { type CameraProblem, cameraProblem } from '../../reader/camera-problem.ts';
import { readIsCameraMissing, saveIsCameraMissing } from '../../reader/missing-camera.ts';

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
function initialState(): CameraState {
  return readIsCameraMissing(localStorage) ? { phase: 'blocked', problem: 'missing' } : { phase: 'starting' };
}

const isMissing = (state: CameraState) => state.phase === 'blocked' && state.problem === 'missing';

/**
 * Keeps a camera on while the page is visible. A hidden page releases it, so that other apps can
 * use it and home-screen apps do not resume with a black picture.
 */
export function useCamera(): CameraUse {
  const devices = cameraDevices();
  const [request, setRequest] = useState<CameraRequest>(() => ({
    label: readCamera(localStorage),
    fine: readFine(localStorage),
  }));
  const [state, setState] = useState(initialState);
  const visible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
  const retry = useCallback(() => setRequest((same) => ({ ...same })), []);
  const choose = (label: string) => {
    saveCamera(localStorage, label);
    setRequest(({ fine }) => ({ label, fine }));
  };
  const refine = (fine: boolean) => {
    saveFine(localStorage, fine);
    setRequest(({ label }) => ({ label, fine }));
  };

  useEffect(() => {
    if (!devices || !visible) return undefined;
    const show = (next: CameraState) => {
      saveIsCameraMissing(localStorage, isMissing(next));
      setState(next);
    };
    const release = openUntilReleased(devices, request, show, retry);
    return () => {
      release();
      setState(initialState());
    };
  }, [devices, visible, request, retry]);

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
 * Opens a camera and reports the result.
 * @param reopen called when the system resumes a paused picture, which may stay black
 * @returns a function that closes it, even while it is opening
 */
function openUntilReleased(
  devices: MediaDevices,
  request: CameraRequest,
  report: (state: CameraState) => void,
  reopen: () => void,
): () => void {
  const released = new AbortController();
  openCamera(devices, request).then(
    (camera) => {
      if (released.signal.aborted) return camera.close();
      released.signal.addEventListener('abort', () => camera.close());
      camera.onLost(() => report({ phase: 'blocked', problem: 'lost' }));
      let wasMuted = false;
      camera.onMuted((isMuted) => {
        if (released.signal.aborted) return;
        if (isMuted) report({ phase: 'blocked', problem: 'muted' });
        else if (wasMuted) reopen();
        wasMuted ||= isMuted;
      });
      report({ phase: 'live', camera });
    },
    (error: unknown) => {
      if (!released.signal.aborted) report({ phase: 'blocked', problem: cameraProblem(error) });
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
