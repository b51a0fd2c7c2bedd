import { decodeImage } from './decode-image.ts';
import { type Decoded, SCAN_FORMATS, type ScanFormat } from './decoded.ts';

declare global {
  interface Window {
    decodeImage(imageData: ImageData, formats?: readonly string[]): Promise<Decoded[]>;
  }
}

/** What collections of pictures and other engines call the formats, in lower case. */
const NAMES: Readonly<Record<string, ScanFormat>> = {
  qr: 'QRCode',
  qrcode: 'QRCode',
  qrcodemodel2: 'QRCode',
  c128: 'Code128',
  code128: 'Code128',
  ean13: 'EAN13',
  dm: 'DataMatrix',
  datamatrix: 'DataMatrix',
};

/** The page `/bench/scan`, in the bench build only: a collection of pictures can be run through the camera's engine. */
export function startScanBench(page: HTMLElement): void {
  window.decodeImage = (imageData, formats) => decodeImage(imageData, formats ? formats.flatMap(formatNamed) : SCAN_FORMATS);
  page.textContent = 'window.decodeImage(imageData, formats) is ready.';
}

/** A format that vouchers don't use is not looked for. */
function formatNamed(name: string): ScanFormat[] {
  const format = NAMES[name.toLowerCase().replace(/[^a-z0-9]/g, '')];
  return format ? [format] : [];
}
