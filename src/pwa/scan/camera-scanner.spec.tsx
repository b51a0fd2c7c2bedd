import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { en } from '../words/en.ts';
import { CameraScanner } from './camera-scanner.tsx';

const messages = en.camera;

interface FakeCamera {
  readonly label: string;
  readonly capabilities?: object;
}

/** Cameras of a device, their pictures, and the requested constraints. */
function fakeDevices(cameras: readonly FakeCamera[]) {
  const tracks: (EventTarget & { stop: () => void; readyState: string; constraints: object[] })[] = [];
  const open = (constraints: MediaStreamConstraints): Promise<MediaStream> => {
    const wanted = (constraints.video as { deviceId?: { exact: string } }).deviceId?.exact;
    const camera = cameras.find(({ label }) => label === wanted) ?? cameras[0];
    if (!camera) return Promise.reject(new DOMException('', 'NotFoundError'));
    const track = Object.assign(new EventTarget(), {
      label: camera.label,
      readyState: 'live',
      constraints: [] as object[],
      getCapabilities: () => camera.capabilities ?? {},
      getSettings: () => ({}),
      applyConstraints: (asked: object) => Promise.resolve(void track.constraints.push(asked)),
      stop: () => void (track.readyState = 'ended'),
    });
    tracks.push(track);
    return Promise.resolve({ getVideoTracks: () => [track], getTracks: () => [track] } as unknown as MediaStream);
  };
  const devices = Object.assign(new EventTarget(), {
    getUserMedia: vi.fn<(constraints: MediaStreamConstraints) => Promise<MediaStream>>(open),
    enumerateDevices: () =>
      Promise.resolve(cameras.map(({ label }) => ({ kind: 'videoinput', deviceId: label, label }))),
  });
  return { devices, tracks };
}

function setUp(devices: object | undefined) {
  vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: devices } }));
  return render(<CameraScanner onScan={() => undefined} paused={false} />);
}

const quiet = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

async function setVisibility(state: 'hidden' | 'visible'): Promise<void> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await quiet();
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the camera scanner', () => {
  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'busy'],
  ] as const)('explains %s, and tries again on request', async (name, problem) => {
    const { devices } = fakeDevices([{ label: 'Back Camera' }]);
    devices.getUserMedia.mockRejectedValueOnce(new DOMException('', name));
    setUp(devices);
    expect((await screen.findByRole('status')).textContent).toContain(
      `${messages.problems[problem].title}${messages.problems[problem].advice}`,
    );
    await userEvent.click(screen.getByRole('button', { name: en.common.tryAgain }));
    await quiet();
    expect(screen.queryByRole('heading')).toBeNull();
    expect(devices.getUserMedia).toHaveBeenCalledTimes(2);
  });

  it.each([
    [false, 'insecure'],
    [true, 'unsupported'],
  ] as const)('explains what to do if no camera can be accessed (secure: %s)', async (secure, problem) => {
    vi.stubGlobal('isSecureContext', secure);
    setUp(undefined);
    expect((await screen.findByRole('status')).textContent).toContain(
      `${messages.problems[problem].title}${messages.problems[problem].advice}`,
    );
  });

  it('is reduced to one line on a device with a hand scanner, and does not open a camera until a person requests it', async () => {
    const { devices } = fakeDevices([]);
    const { unmount } = setUp(devices);
    await userEvent.click(await screen.findByRole('button', { name: messages.handScanner }));
    expect(screen.queryByText(messages.problems.missing.title)).toBeNull();
    unmount();
    devices.getUserMedia.mockClear();
    setUp(devices);
    expect((await screen.findByRole('status')).textContent).toBe(messages.handReady);
    await quiet();
    expect(devices.getUserMedia).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: messages.useCamera }));
    expect(await screen.findByText(messages.problems.missing.title)).toBeTruthy();
    expect(Object.entries(localStorage)).toEqual([
      ['tillside.no-camera', 'yes'],
      ['tillside.hand-scanner', 'no'],
    ]);
  });

  it('requests a rear camera at 1280×720', async () => {
    const { devices } = fakeDevices([{ label: '' }]);
    setUp(devices);
    await quiet();
    expect(devices.getUserMedia.mock.calls[0]?.[0]).toEqual({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  });

  it('reports an unplugged camera, and resumes when one is connected', async () => {
    const { devices, tracks } = fakeDevices([{ label: 'USB camera' }]);
    setUp(devices);
    await quiet();
    await act(async () => void tracks[0]?.dispatchEvent(new Event('ended')));
    expect(screen.getByRole('heading').textContent).toBe(messages.problems.lost.title);
    await act(async () => void devices.dispatchEvent(new Event('devicechange')));
    await quiet();
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('reports a camera that the system paused, such as for a call, and reopens it afterwards', async () => {
    const { devices, tracks } = fakeDevices([{ label: 'Back Camera' }]);
    setUp(devices);
    await quiet();
    await act(async () => void tracks[0]?.dispatchEvent(new Event('unmute')));
    expect(tracks).toHaveLength(1);
    await act(async () => void tracks[0]?.dispatchEvent(new Event('mute')));
    expect(screen.getByRole('heading').textContent).toBe(messages.problems.muted.title);
    await act(async () => void tracks[0]?.dispatchEvent(new Event('unmute')));
    await quiet();
    expect(screen.queryByRole('heading')).toBeNull();
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']);
  });

  it('releases the camera while the page is hidden and when it is unmounted', async () => {
    const { devices, tracks } = fakeDevices([{ label: 'Back Camera' }]);
    const { unmount } = setUp(devices);
    await quiet();
    await setVisibility('hidden');
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
    await setVisibility('visible');
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']);
    unmount();
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
  });

  it('stores only the label of the chosen camera', async () => {
    const { devices, tracks } = fakeDevices([{ label: 'Back Camera' }, { label: 'Front Camera' }]);
    setUp(devices);
    await quiet();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: messages.choose }), 'Front Camera');
    await quiet();
    expect(tracks.at(-1)).toMatchObject({ label: 'Front Camera', readyState: 'live' });
    expect(Object.entries(localStorage)).toEqual([['tillside.camera', 'Front Camera']]);
  });

  it('offers torch and zoom only if the lens has them', async () => {
    const { devices, tracks } = fakeDevices([
      { label: 'Back Camera', capabilities: { torch: true, zoom: { min: 1, max: 4, step: 0.5 } } },
    ]);
    setUp(devices);
    await quiet();
    await userEvent.click(screen.getByRole('button', { name: messages.torch, pressed: false }));
    expect(screen.getAllByRole('button', { name: messages.torch, pressed: true })).toHaveLength(1);
    expect(screen.getAllByRole('slider', { name: messages.zoom })).toHaveLength(1);
    expect(tracks[0]?.constraints).toEqual([{ advanced: [{ torch: true }] }]);
    cleanup();
    setUp(fakeDevices([{ label: 'Webcam' }]).devices);
    await quiet();
    expect(screen.queryByRole('button', { name: messages.torch })).toBeNull();
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('requests a higher resolution on demand, and remembers the choice', async () => {
    const { devices } = fakeDevices([{ label: 'Back Camera' }]);
    setUp(devices);
    await quiet();
    await userEvent.click(screen.getByRole('button', { name: messages.fine, pressed: false }));
    await quiet();
    expect(devices.getUserMedia.mock.lastCall?.[0]).toMatchObject({
      video: { width: { ideal: 1920 }, height: { ideal: 1080 } },
    });
    expect(localStorage.getItem('tillside.camera-fine')).toBe('yes');
    await userEvent.click(screen.getByRole('button', { name: messages.fine, pressed: true }));
    await quiet();
    expect(devices.getUserMedia.mock.lastCall?.[0]).toMatchObject({ video: { width: { ideal: 1280 } } });
  });

  it('keeps the screen awake while it searches for codes', async () => {
    const release = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const request = vi.fn<(type: string) => Promise<{ release: typeof release }>>(() => Promise.resolve({ release }));
    const { devices } = fakeDevices([{ label: 'Back Camera' }]);
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { mediaDevices: { value: devices }, wakeLock: { value: { request } } }),
    );
    const { unmount } = render(<CameraScanner onScan={() => undefined} paused={false} />);
    await quiet();
    expect(request).toHaveBeenCalledExactlyOnceWith('screen');
    unmount();
    await quiet();
    expect(release).toHaveBeenCalledOnce();
  });
});
