import { type CameraDevice, preferredCamera } from './camera-choice.ts';
import { FOCUS_HOLD_MS } from './limits.ts';

/** Lens capabilities that the DOM's types lack. */
interface LensCapabilities extends MediaTrackCapabilities {
  readonly torch?: boolean;
  readonly zoom?: { readonly min: number; readonly max: number; readonly step: number };
  readonly focusMode?: readonly string[];
  readonly pointsOfInterest?: unknown;
}
interface LensSettings extends MediaTrackConstraintSet {
  torch?: boolean;
  zoom?: number;
  focusMode?: string;
  pointsOfInterest?: readonly { readonly x: number; readonly y: number }[];
}

export interface Camera {
  readonly stream: MediaStream;
  readonly label: string;
  readonly cameras: readonly CameraDevice[];
  readonly hasTorch: boolean;
  /** Zoom factors; null if the lens cannot zoom. */
  readonly zoom: { readonly min: number; readonly max: number; readonly step: number; readonly initial: number } | null;
  /** True if the picture has the higher resolution. */
  readonly fine: boolean;
  /** True if the lens accepts a point to focus on. */
  readonly canFocus: boolean;
  /** Focuses on a point, given as fractions of the picture, and later returns to autofocus. */
  focusAt(x: number, y: number): Promise<void>;
  setTorch(on: boolean): Promise<void>;
  setZoom(magnification: number): Promise<void>;
  /** Calls back when the picture ends by itself, for example because the camera was unplugged. */
  onLost(callback: () => void): void;
  /** Calls back when the system pauses the picture, such as for a call, and when it resumes. */
  onMuted(callback: (isMuted: boolean) => void): void;
  close(): void;
}

/**
 * 1920×1080 takes twice as long to decode and finds hardly more, except for small codes: then the
 * user selects it.
 */
const SIZE = { width: { ideal: 1280 }, height: { ideal: 720 } };
const FINE_SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 } };

export interface CameraRequest {
  /** The label of the camera chosen on this device, or null. */
  readonly label: string | null;
  readonly fine: boolean;
}

/**
 * Opens a camera, which asks for permission if the browser has none yet: the one with the given
 * label, or else the best rear one. Labels are known only after permission, so the first time it
 * may have to switch.
 * @throws DOMException like `getUserMedia`; see `cameraProblem`
 */
export async function openCamera(devices: MediaDevices, { label, fine }: CameraRequest): Promise<Camera> {
  const chosen = preferredCamera(await listCameras(devices), label);
  const stream = await openStream(devices, chosen, fine);
  const cameras = await listCameras(devices);
  const preferred = preferredCamera(cameras, label);
  if (!preferred || preferred.label === labelOf(stream)) return cameraOf(stream, cameras, fine);
  stop(stream);
  return cameraOf(await openStream(devices, preferred, fine), cameras, fine);
}

async function listCameras(devices: MediaDevices): Promise<CameraDevice[]> {
  const all = await devices.enumerateDevices();
  return all.filter((device) => device.kind === 'videoinput').map(({ deviceId, label }) => ({ deviceId, label }));
}

function openStream(devices: MediaDevices, camera: CameraDevice | null, fine: boolean): Promise<MediaStream> {
  const which = camera ? { deviceId: { exact: camera.deviceId } } : { facingMode: { ideal: 'environment' } };
  return devices.getUserMedia({ audio: false, video: { ...which, ...(fine ? FINE_SIZE : SIZE) } });
}

function cameraOf(stream: MediaStream, cameras: readonly CameraDevice[], fine: boolean): Camera {
  const [track] = stream.getVideoTracks();
  if (!track) throw new DOMException('The camera gives no picture.', 'NotFoundError');
  const lens: LensCapabilities = track.getCapabilities?.() ?? {};
  const set = (settings: LensSettings) => track.applyConstraints({ advanced: [settings] });
  const hasContinuousFocus = lens.focusMode?.includes('continuous') ?? false;
  const refocus = () => (hasContinuousFocus ? set({ focusMode: 'continuous' }) : Promise.resolve());
  // A lens that cannot refocus still has a picture.
  refocus().catch(() => undefined);
  const settings: { readonly zoom?: number } & MediaTrackSettings = track.getSettings();
  const canZoom = lens.zoom && lens.zoom.max > lens.zoom.min;
  return {
    stream,
    label: track.label,
    cameras,
    hasTorch: lens.torch === true,
    zoom: lens.zoom && canZoom ? { ...lens.zoom, initial: settings.zoom ?? lens.zoom.min } : null,
    fine,
    canFocus: 'pointsOfInterest' in lens && (lens.focusMode?.includes('single-shot') ?? false),
    async focusAt(x, y) {
      await set({ focusMode: 'single-shot', pointsOfInterest: [{ x, y }] });
      await new Promise((resolve) => setTimeout(resolve, FOCUS_HOLD_MS));
      await refocus();
    },
    setTorch: (on) => set({ torch: on }),
    setZoom: (magnification) => set({ zoom: magnification }),
    onLost: (callback) => track.addEventListener('ended', callback),
    onMuted(callback) {
      track.addEventListener('mute', () => callback(true));
      track.addEventListener('unmute', () => callback(false));
    },
    close: () => stop(stream),
  };
}

function labelOf(stream: MediaStream): string | undefined {
  return stream.getVideoTracks()[0]?.label;
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
