import { expect, it } from 'vitest';
import { noteMissingCamera, readIsCameraMissing } from './missing-camera.ts';

const devices = (...kinds: MediaDeviceKind[]) => ({
  enumerateDevices: async () =>
    kinds.map((kind) => ({ kind, deviceId: '', groupId: '', label: '', toJSON: () => null })),
});

it('a missing camera is known before one is requested, so that no space is reserved for its picture', async () => {
  localStorage.clear();
  await noteMissingCamera(devices('audioinput', 'videoinput'), localStorage);
  expect(readIsCameraMissing(localStorage)).toBe(false);
  await noteMissingCamera(devices('audioinput'), localStorage);
  expect(readIsCameraMissing(localStorage)).toBe(true);
});
