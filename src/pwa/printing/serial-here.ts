import type { LinePort } from './serial-line.ts';

/** What is needed of Web Serial here. */
interface PrinterSerial {
  getPorts(): Promise<readonly LinePort[]>;
  requestPort(): Promise<LinePort>;
}

/** Web Serial of this browser; null where it has none, or a policy forbids it. */
export function serialOf(navigator: object): PrinterSerial | null {
  return (navigator as { readonly serial?: PrinterSerial }).serial ?? null;
}
