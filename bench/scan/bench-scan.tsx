/// <reference types="vite/client" />
import '../../src/pwa/style.css';
import { createRoot } from 'react-dom/client';
import { CameraScanner } from '../../src/pwa/scan/camera-scanner.tsx';
import { type CollectedView, collectView } from '../../src/pwa/scan/together.ts';
import { MessagesProvider } from '../../src/pwa/words/words.tsx';
import { decodeImage, localReader } from '../../src/reader/decode-image.ts';
import { SCAN_FORMATS, type ScanFormat } from '../../src/reader/decode-protocol.ts';
import { lumaOf } from '../../src/reader/read/luma.ts';
import type { ScanEvent } from '../../src/reader/scan-event.ts';
import { addPicture, noSightings } from '../../src/reader/sightings.ts';
import type { BenchScan } from './bench-window.ts';

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
 * The page of the bench: it runs a collection of pictures through the camera's engines. With
 * `?camera` it also shows the live scanner and records its results.
 */
window.decodeImage = (imageData, formats) => decodeImage(imageData, formats ? formats.flatMap(formatNamed) : COMMON);
window.watchFilm = filmWatcher();
if (new URLSearchParams(location.search).has('camera')) showScanner();

function showScanner(): void {
  const page = document.getElementById('root');
  if (page === null) throw new Error('index.html has no element #root');
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
