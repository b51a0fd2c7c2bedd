/** What is needed of Web Serial, which Chromium has and the DOM's typings don't. */
export interface SerialPort {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  open(options: { readonly baudRate: number }): Promise<void>;
  close(): Promise<void>;
}
export interface Serial {
  getPorts(): Promise<readonly SerialPort[]>;
  requestPort(): Promise<SerialPort>;
}

/** Scanners that pose as a serial port over USB take any speed; real ports come set to this. */
const BAUD_RATE = 9_600;
/** Carriage return, line feed, tab and end of text end a scan; start of text only begins one. */
const ENDS = /[\r\n\t\u0003]/;
const START = '\u0002';

/** Takes text as it comes in pieces. @returns the whole scans so far, and what is still open */
export function splitScans(open: string, piece: string): { readonly scans: readonly string[]; readonly open: string } {
  const parts = (open + piece).replaceAll(START, '').split(ENDS);
  return { scans: parts.slice(0, -1).filter((part) => part !== ''), open: parts.at(-1) ?? '' };
}

/**
 * Listens to the serial scanners that the person has allowed.
 * @param onText gets each whole scan
 * @returns gives the ports back
 */
export function listenToSerial(serial: Serial, onText: (text: string) => void): () => void {
  const stop = new AbortController();
  serial.getPorts().then(
    (ports) => {
      for (const port of ports) void readPort(port, onText, stop.signal);
    },
    // A policy forbids the interface: there are no such scanners here.
    () => undefined,
  );
  return () => stop.abort();
}

/** Reads until stopped. A port that another program holds, or that is unplugged, ends quietly: the next start of the till opens it again. */
async function readPort(port: SerialPort, onText: (text: string) => void, signal: AbortSignal): Promise<void> {
  try {
    await port.open({ baudRate: BAUD_RATE });
    const decoder = new TextDecoder();
    let open = '';
    const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
      write(chunk) {
        const split = splitScans(open, decoder.decode(chunk, { stream: true }));
        open = split.open;
        split.scans.forEach(onText);
      },
    });
    await port.readable?.pipeTo(sink, { signal });
  } catch {
    // Stopped, unplugged or taken: nothing more comes from it.
  }
  await port.close().catch(() => undefined);
}
