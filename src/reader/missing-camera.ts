const KEY = 'tillside.no-camera';

/** True if this device had no camera when it was last checked. */
export function readIsCameraMissing(storage: Storage): boolean {
  return storage.getItem(KEY) === 'yes';
}

export function saveIsCameraMissing(storage: Storage, none: boolean): void {
  if (none) storage.setItem(KEY, 'yes');
  else storage.removeItem(KEY);
}

/** Notes that this device has no camera before one is requested, which takes seconds to fail. */
export async function noteMissingCamera(
  devices: Pick<MediaDevices, 'enumerateDevices'>,
  storage: Storage,
): Promise<void> {
  const all = await devices.enumerateDevices();
  if (!all.some(({ kind }) => kind === 'videoinput')) saveIsCameraMissing(storage, true);
}
