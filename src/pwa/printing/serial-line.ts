import type { PaperEnd } from '../../contract/printing.ts';
import type { KnownPort } from '../scan/printer-port.ts';

/** What printing needs of a port of Web Serial, which Chromium has and the DOM's typings don't. */
export interface LinePort extends KnownPort {
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>> | null;
  open(options: { readonly baudRate: number; readonly bufferSize: number }): Promise<void>;
  close(): Promise<void>;
}

export interface Line {
  readonly port: LinePort;
  readonly baudRate: number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Bytes that are given at a time; about a second at the slowest speed. */
const PIECE = 1_024;
/** A printer that takes no more for so long, because it has no paper or is switched off, is not waited for any longer. */
const STALLS_AFTER_MS = 60_000;

/** Opens the line to a printer. @returns null where it cannot be opened: unplugged, or used by another program */
export async function openLine({ port, baudRate, sleep }: Line): Promise<OpenLine | null> {
  try {
    /* One that did not close when it was asked to is open still. */
    if (port.writable === null) await port.open({ baudRate, bufferSize: PIECE });
  } catch {
    return null;
  }
  return {
    send: (bytes) => send(port, bytes, sleep),
    close: () => Promise.race([port.close(), sleep(STALLS_AFTER_MS)]).catch(() => undefined),
  };
}

export interface OpenLine {
  /** Sends a whole paper, and says how that ended; a printer at a port says nothing itself, so it has printed what it took. */
  send(bytes: Uint8Array<ArrayBuffer>): Promise<PaperEnd>;
  close(): Promise<void>;
}

const STALLED = Symbol('stalled');

async function send(port: LinePort, bytes: Uint8Array<ArrayBuffer>, sleep: Line['sleep']): Promise<PaperEnd> {
  const writer = port.writable?.getWriter();
  if (writer === undefined) return 'cut-off';
  const inTime = (step: Promise<void>) => Promise.race([step, sleep(STALLS_AFTER_MS).then(() => STALLED)]);
  try {
    for (let at = 0; at < bytes.length; at += PIECE) {
      const ended = await inTime(writer.write(bytes.slice(at, at + PIECE)));
      if (ended === STALLED) return giveUp(writer);
    }
    /* The end of the stream comes when the last byte has left. */
    return (await inTime(writer.close())) === STALLED ? giveUp(writer) : 'printed';
  } catch {
    return 'cut-off';
  }
}

/** What the printer did not take is thrown away: nobody waits for it any more. */
function giveUp(writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>): PaperEnd {
  writer.abort().catch(() => undefined);
  return 'silent';
}
