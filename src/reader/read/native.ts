import type { Point, ScanFormat } from '../decode-protocol.ts';
import type { Engine } from './engine.ts';
import type { Luma } from './luma.ts';

/**
 * The result of a browser's own detector (Android, ChromeOS, macOS); missing in the DOM's types.
 */
interface NativeCode {
  readonly rawValue: string;
  readonly format: string;
  readonly cornerPoints: readonly Point[];
}
export interface NativeDetector {
  detect(picture: ImageData): Promise<readonly NativeCode[]>;
}
export interface NativeDetectors {
  new (options: { readonly formats: readonly string[] }): NativeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const FORMAT_OF: Readonly<Record<string, ScanFormat>> = {
  qr_code: 'QRCode',
  data_matrix: 'DataMatrix',
  pdf417: 'PDF417',
  code_128: 'Code128',
  ean_13: 'EAN13',
  aztec: 'Aztec',
  code_39: 'Code39',
  codabar: 'Codabar',
  ean_8: 'EAN8',
  itf: 'ITF',
};

/**
 * Starts the browser's own engine; null if there is none. The self-test decides if it is usable.
 */
export async function startNative(Detectors: NativeDetectors | undefined): Promise<Engine | null> {
  if (!Detectors) return null;
  const names = (await Detectors.getSupportedFormats()).filter((name) => name in FORMAT_OF);
  const detectors = new Map<string, NativeDetector>();
  return {
    name: 'native',
    formats: names.flatMap((name) => FORMAT_OF[name] ?? []),
    async read(picture, formats) {
      const requested = names.filter((name) => formats.some((format) => format === FORMAT_OF[name]));
      const detector = detectors.get(requested.join()) ?? new Detectors({ formats: requested });
      detectors.set(requested.join(), detector);
      const codes = await detector.detect(greyImage(picture));
      return codes.flatMap(({ rawValue, format, cornerPoints }) => {
        const scanFormat = FORMAT_OF[format];
        return scanFormat
          ? [{ text: rawValue, format: scanFormat, outline: cornerPoints.map(({ x, y }) => ({ x, y })), firm: false }]
          : [];
      });
    },
  };
}

function greyImage({ values, width, height }: Luma): ImageData {
  const image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let at = 0; at < values.length; at++) pixels[at] = 0xff000000 | ((values[at] ?? 0) * 0x010101);
  return image;
}
