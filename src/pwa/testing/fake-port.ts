import type { LinePort } from '../printing/serial-line.ts';

interface Faults {
  readonly open?: () => Promise<void>;
  /** Before a piece is taken; `bytes` are those so far, with it. */
  readonly write?: (bytes: number) => Promise<void>;
}

/** A serial port with a printer at it that says nothing. */
export function fakePort({ open = () => Promise.resolve(), write = () => Promise.resolve() }: Faults = {}) {
  const heard: number[] = [];
  const opened: unknown[] = [];
  let writable: LinePort['writable'] = null;
  return {
    heard: (): readonly number[] => heard,
    opened: (): readonly unknown[] => opened,
    get writable() {
      return writable;
    },
    getInfo: () => ({ usbVendorId: 0x04b8, usbProductId: 0x0202 }),
    async open(options: { readonly baudRate: number; readonly bufferSize: number }) {
      await open();
      opened.push(options);
      writable = new WritableStream<Uint8Array<ArrayBuffer>>({
        async write(piece) {
          await write(heard.length + piece.length);
          heard.push(...piece);
        },
      });
    },
    close() {
      writable = null;
      return Promise.resolve();
    },
  };
}
