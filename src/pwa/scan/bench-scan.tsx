import { createRoot } from 'react-dom/client';
import { WordsProvider } from '../words/words.tsx';
import type { BenchScan } from './bench-window.ts';
import { CameraScanner } from './camera-scanner.tsx';
import { decodeImage } from './decode-image.ts';
import { ALL_FORMATS, type ScanFormat } from './decode-protocol.ts';
import type { ScanEvent } from './scan-event.ts';

/** What collections of pictures and other engines call the formats, in lower case without spaces and dashes. */
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
  itf: 'ITF',
  i25: 'ITF',
};

/**
 * The page `/bench/scan`, in the bench build only: a collection of pictures can be run through the camera's engines. With `?camera` it also
 * shows the live scanner and keeps what it reads.
 */
export function startScanBench(page: HTMLElement): void {
  window.decodeImage = (imageData, formats) => decodeImage(imageData, formats ? formats.flatMap(formatNamed) : ALL_FORMATS);
  if (!new URLSearchParams(location.search).has('camera')) {
    page.textContent = 'window.decodeImage(imageData, formats) is ready.';
    return;
  }
  window.scanned = [];
  const keep = (scan: ScanEvent) => window.scanned.push({ ...scan, clock: performance.now() } satisfies BenchScan);
  createRoot(page).render(
    <WordsProvider>
      <CameraScanner onScan={keep} paused={false} />
    </WordsProvider>,
  );
}

/** A format that vouchers don't use is not looked for. */
function formatNamed(name: string): ScanFormat[] {
  const format = NAMES[name.toLowerCase().replace(/[^a-z0-9]/g, '')];
  return format ? [format] : [];
}
