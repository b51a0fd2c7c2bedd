import { readHidReport, SCANNED_DATA_REPORT } from './hid-report.ts';

/** What is needed of WebHID, which Chromium has and the DOM's typings don't. */
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
/** Honeywell's scanners stay keyboards until they are told otherwise. */
const HONEYWELL = { vendors: [0x0c2e, 0x23d0], report: 0xfe, hidMode: Uint8Array.of(1) } as const;

/**
 * Asks the person for a scanner; must follow a tap.
 *
 * The devices that are allowed from then on are found by {@link listenToHid}.
 */
export async function askForHidScanner(hid: Hid): Promise<void> {
  for (const device of await hid.requestDevice({ filters: [POS_SCANNER] })) hid.dispatchEvent(deviceEvent(device));
}

/**
 * Listens to every HID scanner that the person has allowed, now and when it is plugged in later.
 * @param onText gets each whole scan
 * @returns gives the scanners back
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
    // A policy forbids the interface: there are no such scanners here.
    () => undefined,
  );
  return () => stop.abort();
}

function isScanner({ usagePage, usage }: HidDevice['collections'][number]): boolean {
  return usagePage === POS_SCANNER.usagePage && usage === POS_SCANNER.usage;
}

/**
 * Opens a scanner.
 *
 * One that another program holds, or that is pulled out in this moment, is left alone until it is
 * plugged in again.
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
