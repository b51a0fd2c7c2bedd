import { byFitness, isRear } from './camera-labels.ts';

/** A camera as a person knows it. Labels are empty until the camera was allowed. */
export interface CameraDevice {
  readonly deviceId: string;
  readonly label: string;
}

const KEY = 'tillside.camera';
const FINE_KEY = 'tillside.camera-fine';
const NONE_KEY = 'tillside.no-camera';
const HAND_KEY = 'tillside.hand-scanner';

/**
 * Picks a camera by its label: the one that a person chose before, or else the rear camera that
 * reads codes best.
 * @returns null where labels tell nothing; then the browser is asked for any rear camera
 */
export function preferredCamera(cameras: readonly CameraDevice[], remembered: string | null): CameraDevice | null {
  const named = cameras.filter((camera) => camera.label !== '');
  const chosen = named.find((camera) => camera.label === remembered);
  if (chosen) return chosen;
  const [best] = named.filter(({ label }) => isRear(label)).toSorted((a, b) => byFitness(a.label, b.label));
  return best ?? null;
}

/**
 * The label of the camera that was chosen on this device.
 *
 * Only labels are kept: device ids identify a browser.
 */
export function rememberedCamera(storage: Storage): string | null {
  return storage.getItem(KEY);
}

export function rememberCamera(storage: Storage, label: string): void {
  storage.setItem(KEY, label);
}

/** Whether the finer picture was asked for on this device. */
export function rememberedFine(storage: Storage): boolean {
  return storage.getItem(FINE_KEY) === 'yes';
}

export function rememberFine(storage: Storage, fine: boolean): void {
  if (fine) storage.setItem(FINE_KEY, 'yes');
  else storage.removeItem(FINE_KEY);
}

/** Whether this device had no camera when it was looked for last. */
export function rememberedNone(storage: Storage): boolean {
  return storage.getItem(NONE_KEY) === 'yes';
}

export function rememberNone(storage: Storage, none: boolean): void {
  if (none) storage.setItem(NONE_KEY, 'yes');
  else storage.removeItem(NONE_KEY);
}

/** By what codes come in on a device. */
export type CodesBy = 'hand' | 'camera';

/** By what codes come in on this device; null where nothing was chosen or noticed. */
export function codesBy(storage: Storage): CodesBy | null {
  const kept = storage.getItem(HAND_KEY);
  return kept === null ? null : kept === 'yes' ? 'hand' : 'camera';
}

export function rememberCodesBy(storage: Storage, by: CodesBy): void {
  storage.setItem(HAND_KEY, by === 'hand' ? 'yes' : 'no');
}
