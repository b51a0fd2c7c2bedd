import { compareForCodes, isRear } from './camera-labels.ts';

/** A camera with its label. Labels are empty before permission was granted. */
export interface CameraDevice {
  readonly deviceId: string;
  readonly label: string;
}

const KEY = 'tillside.camera';
const FINE_KEY = 'tillside.camera-fine';
const HAND_KEY = 'tillside.hand-scanner';

/**
 * Selects a camera by label: the one that the user chose before, or else the rear camera that reads
 * codes best.
 * @returns null if the labels do not help; the browser then selects any rear camera
 */
export function preferredCamera(cameras: readonly CameraDevice[], remembered: string | null): CameraDevice | null {
  const named = cameras.filter((camera) => camera.label !== '');
  const chosen = named.find((camera) => camera.label === remembered);
  if (chosen) return chosen;
  const [best] = named.filter(({ label }) => isRear(label)).toSorted((a, b) => compareForCodes(a.label, b.label));
  return best ?? null;
}

/**
 * The label of the camera chosen on this device. Only labels are stored: device ids identify a
 * browser.
 */
export function readCamera(storage: Storage): string | null {
  return storage.getItem(KEY);
}

export function saveCamera(storage: Storage, label: string): void {
  storage.setItem(KEY, label);
}

/** True if the higher resolution was chosen on this device. */
export function readFine(storage: Storage): boolean {
  return storage.getItem(FINE_KEY) === 'yes';
}

export function saveFine(storage: Storage, fine: boolean): void {
  if (fine) storage.setItem(FINE_KEY, 'yes');
  else storage.removeItem(FINE_KEY);
}

/** The usual source of codes on a device. */
export type UsualSource = 'hand' | 'camera';

/** The source of codes on this device; null if none was chosen or detected. */
export function readUsualSource(storage: Storage): UsualSource | null {
  const stored = storage.getItem(HAND_KEY);
  return stored === null ? null : stored === 'yes' ? 'hand' : 'camera';
}

export function saveUsualSource(storage: Storage, by: UsualSource): void {
  storage.setItem(HAND_KEY, by === 'hand' ? 'yes' : 'no');
}
