import { createRoot } from 'react-dom/client';
import { decodeImage, localReader } from '../../reader/decode-image.ts';
import { SCAN_FORMATS, type ScanFormat } from '../../reader/decode-protocol.ts';
import { lumaOf } from '../../reader/read/luma.ts';
import { addPicture, noSightings } from '../../reader/sightings.ts';
import { MessagesProvider } from '../words/words.tsx';
import type { BenchScan } from './bench-window.ts';
import { CameraScanner } from './camera-scanner.tsx';
import type { ScanEvent } from './scan-event.ts';
import { type CollectedView, collectView } from './together.ts';

/**
 * Names of formats in picture collections and other engines, in lower case without spaces and
 * dashes.
 */
const NAMES: Readonly<Record<string, ScanFormat>> = {
  qr: 'QRCode',
  qrcode: 'QRCode',
  qrcodemodel2: 'QRCode',
  c128: 'Code128',
  code128: 'Code128',
  ean13: 'EAN13',
  upca: 'EAN13',
  dm: 'DataMatrix',
  datamatrix: 'DataMatrix',
  pdf417: 'PDF417',
  c39: 'Code39',
  code39: 'Code39',
  aztec: 'Aztec',
  codabar: 'Codabar',
  ean8: 'EAN8',
  itf: 'ITF',
  i25: 'ITF',
};

/** Default formats: those of every till, and two more that most picture collections contain. */
const COMMON: readonly ScanFormat[] = [...SCAN_FORMATS, 'Code39', 'ITF'];

/**
 * The page `/bench/scan`, in the bench build only: it runs a collection of pictures through the
 * camera's engines. With `?camera` it also shows the live scanner and records its results.
 */
export function startScanBench(page: HTMLElement): void {
  window.decodeImage = (imageData, formats) => decodeImage(imageData, formats ? formats.flatMap(formatNamed) : COMMON);
  window.watchFilm = filmWatcher();
  if (!new URLSearchParams(location.search).has('camera')) {
    page.textContent = 'window.decodeImage(imageData, formats) is ready.';
    return;
  }
  window.scanned = [];
  const record = (scan: ScanEvent) => window.scanned.push({ ...scan, clock: performance.now() } satisfies BenchScan);
  createRoot(page).render(
    <MessagesProvider>
      <CameraScanner onScan={record} paused={false} />
    </MessagesProvider>,
  );
}

/** Processes pictures like the live scanner, on this thread and in the film's time. */
function filmWatcher(): Window['watchFilm'] {
  let seen = noSightings;
  let turn = 0;
  let waiting: CollectedView = null;
  return async (imageData, at) => {
    const sight = addPicture(seen, await (await localReader()).frame(lumaOf(imageData), SCAN_FORMATS, turn++), at);
    const { state, told } = collectView(waiting, sight, at);
    seen = sight.state;
    waiting = state;
    return told.map(({ text }) => text);
  };
}

/** Formats that vouchers do not use are ignored. */
function formatNamed(name: string): ScanFormat[] {
  const format = NAMES[name.toLowerCase().replace(/[^a-z0-9]/g, '')];
  return format ? [format] : [];
}
