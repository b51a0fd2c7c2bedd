import { expect, test } from './support/test.ts';

/** A till needs these abilities. This story prints all others, which `docs/browsers.md` lists. */
const NEEDED = ['secure context', 'service worker', 'IndexedDB', 'WebAssembly', 'worker that draws', 'camera interface', 'modal dialogs'];

test('the browser engine supports everything that a till needs', async ({ openAs, engine, world }) => {
  const { tab } = await openAs('cashier');
  await tab.ask(async () => void (await navigator.serviceWorker.ready), null);
  await tab.open(`${world.origin}/transactions`);
  const abilities = await tab.ask(probe, null);
  const lines = Object.entries(abilities).map(([name, can]) => `  ${name}: ${can}`);
  process.stdout.write(`\n${engine}, ${tab.version}\n${lines.join('\n')}\n`);
  expect(Object.fromEntries(NEEDED.map((name) => [name, abilities[name]]))).toEqual(
    Object.fromEntries(NEEDED.map((name) => [name, 'yes'])),
  );
});

/**
 * Runs in the page and tries each ability. Results other than yes or no are the engine's own words.
 */
async function probe(): Promise<Record<string, string>> {
  const answer = (can: boolean) => (can ? 'yes' : 'no');
  const has = (host: object | undefined, name: string) => answer(host !== undefined && name in host);
  const tried = async (attempt: () => unknown): Promise<string> => {
    let timer = 0;
    const late = new Promise<string>((resolve) => {
      timer = window.setTimeout(() => resolve('no answer within 5 s'), 5_000);
    });
    try {
      return String(await Promise.race([Promise.resolve(attempt()), late]));
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    } finally {
      clearTimeout(timer);
    }
  };
  const camera = async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } });
    const [track] = stream.getVideoTracks();
    const { width, height } = track?.getSettings() ?? {};
    const devices = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
    track?.stop();
    return `opens, ${width} × ${height}, ${devices.length} named ${devices.map(({ label }) => JSON.stringify(label)).join(', ')}`;
  };
  const formats = async () => {
    const { BarcodeDetector: detector } = window as { BarcodeDetector?: { getSupportedFormats(): Promise<string[]> } };
    return detector === undefined ? 'no' : `yes, ${(await detector.getSupportedFormats()).join(' ') || 'without formats'}`;
  };
  const quota = async () => `${Math.round(((await navigator.storage.estimate()).quota ?? 0) / 1_000_000)} MB`;
  const simd = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
  ]);
  const constraints = navigator.mediaDevices?.getSupportedConstraints() ?? {};
  return {
    'secure context': answer(isSecureContext),
    'service worker': answer(navigator.serviceWorker.controller !== null),
    IndexedDB: answer((await indexedDB.databases()).length > 0),
    'storage.persist': has(navigator.storage, 'persist'),
    quota: await tried(quota),
    'Web Locks': await tried(() => navigator.locks.request('probe', () => 'yes')),
    BroadcastChannel: has(window, 'BroadcastChannel'),
    WebAssembly: has(window, 'WebAssembly'),
    'WebAssembly SIMD': answer(WebAssembly.validate(simd)),
    'worker that draws': answer('OffscreenCanvas' in window && new OffscreenCanvas(1, 1).getContext('2d') !== null),
    'video frame callback': has(HTMLVideoElement.prototype, 'requestVideoFrameCallback'),
    'camera interface': has(navigator.mediaDevices, 'getUserMedia'),
    camera: await tried(camera),
    'camera torch': has(constraints, 'torch'),
    'camera zoom': has(constraints, 'zoom'),
    BarcodeDetector: await tried(formats),
    'Web Serial': has(navigator, 'serial'),
    WebHID: has(navigator, 'hid'),
    WebUSB: has(navigator, 'usb'),
    'Web Bluetooth': has(navigator, 'bluetooth'),
    'wake lock': await tried(async () => {
      if (!('wakeLock' in navigator)) return 'no';
      await (await navigator.wakeLock.request('screen')).release();
      return 'yes';
    }),
    vibration: has(navigator, 'vibrate'),
    sound: await tried(() => new AudioContext().state),
    getScreenDetails: has(window, 'getScreenDetails'),
    'trusted types': has(window, 'trustedTypes'),
    'modal dialogs': answer(CSS.supports('selector(:modal)')),
    'container queries': answer(CSS.supports('container-type: inline-size')),
    'clipboard reading': has(navigator.clipboard, 'readText'),
    'installed as an app': answer('onbeforeinstallprompt' in window),
  };
}
