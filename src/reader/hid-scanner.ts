import { readHidReport, SCANNED_DATA_REPORT } from './hid-report.ts';

/** The needed part of WebHID, which Chromium has and the DOM's types lack. */
export interface HidDevice extends EventTarget {
  readonly vendorId: number;
  readonly opened: boolean;
  readonly collections: readonly { readonly usagePage?: number; readonly usage?: number }[];
  open(): Promise<void>;
  close(): Promise<void>;
  sendFeatureReport(id: number, data: Uint8Array<ArrayBuffer>): Promise<void>;
}
export interface Hid extends EventTarget {
  getDevices(): Promise<readonly HidDevice[]>;
  requestDevice(options: { readonly filters: readonly object[] }): Promise<readonly HidDevice[]>;
}

const POS_SCANNER = { usagePage: 0x8c, usage: 0x02 } as const;
/** Honeywell's scanners stay keyboards until they receive this report. */
const HONEYWELL = { vendors: [0x0c2e, 0x23d0], report: 0xfe, hidMode: Uint8Array.of(1) } as const;

/**
 * Opens the browser's dialog for a scanner; needs a user gesture. {@link listenToHid} then finds
 * the allowed devices.
 */
export async function requestHidScanner(hid: Hid): Promise<void> {
  for (const device of await hid.requestDevice({ filters: [POS_SCANNER] })) hid.dispatchEvent(deviceEvent(device));
}

/**
 * Listens to every HID scanner that the user has allowed, now and when it is plugged in later.
 * @param onText receives each whole scan
 * @returns a function that releases the scanners
 */
export function listenToHid(hid: Hid, onText: (text: string) => void): () => void {
  const stop = new AbortController();
  const open = (device: HidDevice) => {
    if (device.opened) return;
    if (!stop.signal.aborted && device.collections.some(isScanner))
      openScanner(device, onText, stop.signal).catch(() => undefined);
  };
  hid.addEventListener('connect', (event) => 'device' in event && open(event.device as HidDevice), {
    signal: stop.signal,
  });
  hid.getDevices().then(
    (devices) => devices.forEach(open),
    // A policy forbids the interface, so there are no such scanners.
    () => undefined,
  );
  return () => stop.abort();
}

function isScanner({ usagePage, usage }: HidDevice['collections'][number]): boolean {
  return usagePage === POS_SCANNER.usagePage && usage === POS_SCANNER.usage;
}

/**
 * Opens a scanner. If another program holds it, or it is just being unplugged, it is ignored until
 * it is plugged in again.
 */
async function openScanner(device: HidDevice, onText: (text: string) => void, signal: AbortSignal): Promise<void> {
  await device.open();
  if (HONEYWELL.vendors.some((vendor) => vendor === device.vendorId))
    await device.sendFeatureReport(HONEYWELL.report, HONEYWELL.hidMode);
  let text = '';
  const onReport = (event: Event) => {
    const { reportId, data } = event as Event & { readonly reportId: number; readonly data: DataView };
    const part = reportId === SCANNED_DATA_REPORT ? readHidReport(data) : null;
    if (!part) return;
    text += part.text;
    if (part.more) return;
    onText(text);
    text = '';
  };
  device.addEventListener('inputreport', onReport, { signal });
  signal.addEventListener('abort', () => void device.close());
}

function deviceEvent(device: HidDevice): Event {
  return Object.assign(new Event('connect'), { device });
}
