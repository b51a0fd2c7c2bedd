import { type CameraDevice, preferredCamera } from './camera-choice.ts';

/** What the lens can do; the DOM's typings don't have these yet. */
interface LensCapabilities extends MediaTrackCapabilities {
  readonly torch?: boolean;
  readonly zoom?: { readonly min: number; readonly max: number; readonly step: number };
  readonly focusMode?: readonly string[];
}
interface LensSettings extends MediaTrackConstraintSet {
  torch?: boolean;
  zoom?: number;
  focusMode?: string;
}

/** A camera that is on. */
export interface Camera {
  readonly stream: MediaStream;
  readonly label: string;
  /** All cameras of this device, this one among them. */
  readonly cameras: readonly CameraDevice[];
  readonly hasTorch: boolean;
  /** Magnifications; null where the lens cannot zoom. */
  readonly zoom: { readonly min: number; readonly max: number; readonly step: number; readonly initial: number } | null;
  setTorch(on: boolean): Promise<void>;
  setZoom(magnification: number): Promise<void>;
  /** Calls back when the picture ends by itself, for example because the camera was unplugged. */
  onLost(callback: () => void): void;
  close(): void;
}

/** 1920×1080 takes twice the time to decode and finds next to nothing more. */
const SIZE = { width: { ideal: 1280 }, height: { ideal: 720 } };

/**
 * Turns a camera on, asking the person for permission when the browser has none yet: the one with the remembered label, or else the
 * main rear lens. Labels are only known once a camera was allowed, so the first time it may have to change over.
 * @throws DOMException as `getUserMedia` does; `cameraProblem` reads it
 */
export async function openCamera(devices: MediaDevices, remembered: string | null): Promise<Camera> {
  const known = preferredCamera(await listCameras(devices), remembered);
  const stream = await openStream(devices, known);
  const cameras = await listCameras(devices);
  const preferred = preferredCamera(cameras, remembered);
  if (!preferred || preferred.label === labelOf(stream)) return cameraOf(stream, cameras);
  stop(stream);
  return cameraOf(await openStream(devices, preferred), cameras);
}

async function listCameras(devices: MediaDevices): Promise<CameraDevice[]> {
  const all = await devices.enumerateDevices();
  return all.filter((device) => device.kind === 'videoinput').map(({ deviceId, label }) => ({ deviceId, label }));
}

function openStream(devices: MediaDevices, camera: CameraDevice | null): Promise<MediaStream> {
  const which = camera ? { deviceId: { exact: camera.deviceId } } : { facingMode: { ideal: 'environment' } };
  return devices.getUserMedia({ audio: false, video: { ...which, ...SIZE } });
}

function cameraOf(stream: MediaStream, cameras: readonly CameraDevice[]): Camera {
  const [track] = stream.getVideoTracks();
  if (!track) throw new DOMException('The camera gives no picture.', 'NotFoundError');
  const lens: LensCapabilities = track.getCapabilities?.() ?? {};
  const set = (settings: LensSettings) => track.applyConstraints({ advanced: [settings] });
  // A lens that refuses to refocus still gives a picture.
  if (lens.focusMode?.includes('continuous')) set({ focusMode: 'continuous' }).catch(() => undefined);
  const settings: { readonly zoom?: number } & MediaTrackSettings = track.getSettings();
  const canZoom = lens.zoom && lens.zoom.max > lens.zoom.min;
  return {
    stream,
    label: track.label,
    cameras,
    hasTorch: lens.torch === true,
    zoom: lens.zoom && canZoom ? { ...lens.zoom, initial: settings.zoom ?? lens.zoom.min } : null,
    setTorch: (on) => set({ torch: on }),
    setZoom: (magnification) => set({ zoom: magnification }),
    onLost: (callback) => track.addEventListener('ended', callback),
    close: () => stop(stream),
  };
}

function labelOf(stream: MediaStream): string | undefined {
  return stream.getVideoTracks()[0]?.label;
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
