import { describe, expect, it, vi } from 'vitest';
import { readHidReport } from './hid-report.ts';
import { type Hid, type HidDevice, listenToHid, requestHidScanner } from './hid-scanner.ts';
import { listenToSerial, requestSerialScanner, type SerialPort, splitScans } from './serial-scanner.ts';

/** A report as a HID POS scanner sends it. */
function reportOf(text: string, { more = false, shifted = 0 } = {}): DataView {
  const bytes = new Uint8Array(63);
  bytes[0] = text.length;
  bytes.set(new TextEncoder().encode(`]Q1${text}`), 1 + shifted);
  bytes[62] = more ? 1 : 0;
  return new DataView(bytes.buffer);
}

function fakeHid(usagePage = 0x8c) {
  const device = Object.assign(new EventTarget(), {
    vendorId: 0x0c2e,
    opened: false,
    collections: [{ usagePage, usage: 2 }],
    open: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    close: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    sendFeatureReport: vi.fn<HidDevice['sendFeatureReport']>(() => Promise.resolve()),
  });
  const hid: Hid = Object.assign(new EventTarget(), {
    getDevices: () => Promise.resolve([]),
    requestDevice: () => Promise.resolve([device]),
  });
  const send = (data: DataView, reportId = 2) =>
    device.dispatchEvent(Object.assign(new Event('inputreport'), { reportId, data }));
  return { device, hid, send };
}
const quiet = () => new Promise<void>((resolve) => setTimeout(resolve));

describe('a scanner that is a HID device', () => {
  it('sends its text in its reports, without the kind of code', () => {
    expect(readHidReport(reportOf('1234567890'))).toEqual({ text: '1234567890', more: false });
    expect(readHidReport(reportOf('1234567890', { shifted: 1 }))).toEqual({ text: '1234567890', more: false });
    expect(readHidReport(new DataView(new ArrayBuffer(63)))).toBeNull();
    expect(readHidReport(new DataView(new ArrayBuffer(8)))).toBeNull();
  });

  it('is opened when it is chosen, delivers long codes in one piece, and is released', async () => {
    const { device, hid, send } = fakeHid();
    const texts: string[] = [];
    const stop = listenToHid(hid, (text) => texts.push(text));
    await requestHidScanner(hid);
    await quiet();
    send(reportOf('https://vouchers.example/v/', { more: true }));
    send(reportOf('3f1c9a52'));
    send(reportOf('something else'), 3);
    expect(texts).toEqual(['https://vouchers.example/v/3f1c9a52']);
    expect(device.sendFeatureReport).toHaveBeenCalledOnce();
    stop();
    send(reportOf('1234567890'));
    expect(texts).toHaveLength(1);
    expect(device.close).toHaveBeenCalledOnce();
  });

  it('is distinguished from other devices', async () => {
    const { device, hid } = fakeHid(0x01);
    listenToHid(hid, () => undefined);
    await requestHidScanner(hid);
    await quiet();
    expect(device.open).not.toHaveBeenCalled();
  });
});

describe('a scanner that is a serial port', () => {
  it('ends its scans with any of the usual suffixes, in any pieces', () => {
    expect(splitScans('', '\u00021234\u0003')).toEqual({ scans: ['1234'], open: '' });
    expect(splitScans('12', '34\r\nAB')).toEqual({ scans: ['1234'], open: 'AB' });
  });

  it('is read once it is chosen, until it is unplugged', async () => {
    const chunks = ['12345', '67890\r', 'AB123456789\r\n'].map((text) => new TextEncoder().encode(text));
    const port = {
      readable: null as SerialPort['readable'],
      open: () => {
        port.readable = new ReadableStream({
          start(controller) {
            for (const chunk of chunks) controller.enqueue(chunk);
            controller.close();
          },
        });
        return Promise.resolve();
      },
      close: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    };
    const serial = Object.assign(new EventTarget(), {
      getPorts: () => Promise.resolve([]),
      requestPort: () => Promise.resolve(port),
    });
    const texts: string[] = [];
    listenToSerial(serial, (text) => texts.push(text));
    await requestSerialScanner(serial);
    await vi.waitFor(() => expect(port.close).toHaveBeenCalledOnce());
    expect(texts).toEqual(['1234567890', 'AB123456789']);
  });
});
