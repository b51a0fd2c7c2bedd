/** The needed part of Web Serial, which Chromium has and the DOM's types lack. */
export interface SerialPort {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  open(options: { readonly baudRate: number }): Promise<void>;
  close(): Promise<void>;
}
export interface Serial extends EventTarget {
  getPorts(): Promise<readonly SerialPort[]>;
  requestPort(): Promise<SerialPort>;
}

/** USB scanners that emulate a serial port accept any speed; real ports are usually set to this. */
const BAUD_RATE = 9_600;
/** Carriage return, line feed, tab and end of text end a scan; start of text only begins one. */
const ENDS = /[\r\n\t]/;
const START = '\u0002';
const END = '\u0003';

/** Splits text that arrives in pieces. @returns the complete scans, and the incomplete rest */
export function splitScans(open: string, piece: string): { readonly scans: readonly string[]; readonly open: string } {
  const parts = (open + piece).replaceAll(START, '').replaceAll(END, '\n').split(ENDS);
  return { scans: parts.slice(0, -1).filter((part) => part !== ''), open: parts.at(-1) ?? '' };
}

/**
 * Opens the browser's dialog for a port; needs a user gesture. {@link listenToSerial} then finds
 * it.
 */
export async function requestSerialScanner(serial: Serial): Promise<void> {
  const port = await serial.requestPort();
  serial.dispatchEvent(Object.assign(new Event('connect'), { port }));
}

/**
 * Listens to the serial scanners that the user has allowed, now and when they are plugged in later.
 * @param onText receives each whole scan
 * @returns a function that releases the ports
 */
export function listenToSerial(serial: Serial, onText: (text: string) => void): () => void {
  const stop = new AbortController();
  const open = (port: SerialPort) => {
    if (port.readable === null) void readPort(port, onText, stop.signal);
  };
  serial.addEventListener('connect', (event) => open(portOf(event)), { signal: stop.signal });
  serial.getPorts().then(
    (ports) => ports.forEach(open),
    // A policy forbids the interface, so there are no such scanners.
    () => undefined,
  );
  return () => stop.abort();
}

/** The browser's own event has the port as its target. */
function portOf(event: Event): SerialPort {
  return ('port' in event ? event.port : event.target) as SerialPort;
}

/**
 * Reads until stopped. If another program holds the port, or it is unplugged, reading ends without
 * an error; plugging it in opens it again.
 */
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
    // Stopped, unplugged, or used by another program: there is no more data.
  }
  await port.close().catch(() => undefined);
}
