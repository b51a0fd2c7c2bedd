import * as z from 'zod/mini';

/** How fast a serial port may be set; receipt printers come with the first. */
export const BAUD_RATES = [9_600, 19_200, 38_400, 115_200] as const;

/** At which port of this device a receipt printer hangs. It stands beside the scanners', because no scanner is listened to there. */
const printerPortSchema = z.object({
  /** The printer that it is in the shop. */
  printerId: z.string(),
  baudRate: z.union(BAUD_RATES.map((rate) => z.literal(rate))),
  /** What the browser tells of a port over USB; null for one that is built in, of which it tells nothing. */
  vendor: z.nullable(z.number()),
  product: z.nullable(z.number()),
});
export type PrinterPort = z.infer<typeof printerPortSchema>;

/** What is needed of a port to know it again. */
export interface KnownPort {
  /** Missing only in tests. */
  getInfo?(): { readonly usbVendorId?: number; readonly usbProductId?: number };
}

const KEY = 'tillside.printer-port';

/** The port of this device's printer; null for none, and for what an older version kept. */
export function readPrinterPort(storage: Pick<Storage, 'getItem'>): PrinterPort | null {
  try {
    const kept = printerPortSchema.safeParse(JSON.parse(storage.getItem(KEY) ?? 'null'));
    return kept.success ? kept.data : null;
  } catch {
    // Written by hand: the port is chosen again on the page of printers.
    return null;
  }
}

export function keepPrinterPort(storage: Pick<Storage, 'setItem'>, port: PrinterPort): void {
  storage.setItem(KEY, JSON.stringify(port));
}

/** What is kept of a port that somebody chose. */
export function namesOf(port: KnownPort): Pick<PrinterPort, 'vendor' | 'product'> {
  const { usbVendorId = null, usbProductId = null } = port.getInfo?.() ?? {};
  return { vendor: usbVendorId, product: usbProductId };
}

/** Whether it is that port, as far as a browser tells: two of the same make look alike to it. */
export function isPrinterPort(port: KnownPort, kept: PrinterPort | null): boolean {
  if (kept === null) return false;
  const { vendor, product } = namesOf(port);
  return vendor === kept.vendor && product === kept.product;
}
