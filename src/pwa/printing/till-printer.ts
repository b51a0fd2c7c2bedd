import type { PaperEnd } from '../../contract/printing.ts';
import { ApiProblem, type Call } from '../api/client.ts';
import { isPrinterPort, type PrinterPort } from '../scan/printer-port.ts';
import { type LinePort, type OpenLine, openLine } from './serial-line.ts';

export interface TillPrinterDeps {
  readonly call: Call;
  readonly sleep: (ms: number) => Promise<void>;
  /** The ports that the person has allowed. */
  readonly ports: () => Promise<readonly LinePort[]>;
  readonly printerId: string;
  /** The port that was chosen here; asked for each paper, because another one may be chosen meanwhile. */
  readonly kept: () => PrinterPort | null;
}

/** Sends what waits for the printer at a port of this device: this page is its cable. */
export interface TillPrinter {
  /** Something may wait. */
  readonly nudge: () => void;
  /** Stops between two papers. */
  readonly stop: () => Promise<void>;
}

/** A printer that cannot be reached, and a server that does not answer, are left alone for so long. */
const AGAIN_MS = 3_000;
/** How an end is told is tried so often: what is not told is unsure, and somebody has to look. */
const TELL_TRIES = 5;

export function createTillPrinter({ call, sleep, ports, printerId, kept }: TillPrinterDeps): TillPrinter {
  let running: Promise<void> | null = null;
  let isWanted = false;
  const stopping = new AbortController();

  /** How a paper ended has to be told even where the connection stumbles. */
  async function tell(id: string, outcome: PaperEnd): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await call('endPaper', { params: { id }, body: { outcome } });
        return;
      } catch (error) {
        if (error instanceof ApiProblem || tries === TELL_TRIES) throw error;
        await sleep(AGAIN_MS);
      }
    }
  }

  async function open(): Promise<OpenLine | null> {
    const chosen = kept();
    if (chosen?.printerId !== printerId) return null;
    const port = (await ports()).find((one) => isPrinterPort(one, chosen));
    return port === undefined ? null : openLine({ port, baudRate: chosen.baudRate, sleep });
  }

  /** @returns whether the next one may follow at once; null where nothing waits */
  async function sendNext(): Promise<boolean | null> {
    const { paper } = await call('nextPaper', { params: { id: printerId } });
    if (paper === null) return null;
    const line = await open();
    await call('portState', { params: { id: printerId }, body: { state: line === null ? 'unreachable' : 'ready' } });
    if (line === null) return false;
    try {
      await call('beginPaper', { params: { id: paper.id } });
      await tell(paper.id, await line.send(bytesOf(paper.bytes)));
      return true;
    } finally {
      await line.close();
    }
  }

  async function run(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      let goesOn: boolean | null = false;
      try {
        goesOn = await sendNext();
      } catch {
        // The server is away, or somebody else was faster: it is asked again how things stand.
      }
      if (goesOn !== null) isWanted = true;
      if (goesOn === false && !stopping.signal.aborted) await sleep(AGAIN_MS);
    }
  }

  return {
    nudge() {
      isWanted = true;
      if (stopping.signal.aborted) return;
      running ??= run().finally(() => {
        running = null;
      });
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
