import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type DecodedPaper, decodeEscPos } from './escpos-decoder.ts';

export type PrinterTrouble = 'none' | 'paper-out' | 'cover-open';

export interface FakePrinterOptions {
  /** False: it never sends anything, like many cheap ones. */
  readonly answers?: boolean;
  readonly port?: number;
}

/** A simulated receipt printer on this machine. */
export interface FakePrinter {
  readonly port: number;
  /** Every print job, one for each connection with data, as it would look. */
  papers(): DecodedPaper[];
  /** Something is wrong from now on, or nothing is. */
  set(trouble: PrinterTrouble): void;
  /** Closes the connection after this many bytes of the next job. */
  cutOffAfter(bytes: number): void;
  /** Runs out of paper after this many bytes of the next job, and continues after a refill. */
  runOutAfter(bytes: number): void;
  /** Sends nothing from the first byte of the next job on. */
  stall(): void;
  close(): Promise<void>;
}

/** Answers to DLE EOT 1, 2 and 4. */
const SAYS: Readonly<Record<PrinterTrouble, Readonly<Record<number, number>>>> = {
  none: { 1: 0x12, 2: 0x12, 4: 0x12 },
  'paper-out': { 1: 0x1a, 2: 0x32, 4: 0x72 },
  'cover-open': { 1: 0x1a, 2: 0x16, 4: 0x12 },
};

/** Listens on a port of this machine. */
export async function startFakePrinter({ answers = true, port = 0 }: FakePrinterOptions = {}): Promise<FakePrinter> {
  let trouble: PrinterTrouble = 'none';
  let cutAt = Number.POSITIVE_INFINITY;
  let outAt = Number.POSITIVE_INFINITY;
  let isStalled = false;
  const lines: { socket: Socket; bytes: Buffer; pending: boolean }[] = [];

  /** Answers requests; a request for the end of a job waits while the printer cannot print. */
  function hear(line: (typeof lines)[number], chunk: Buffer): void {
    const { socket } = line;
    line.bytes = Buffer.concat([line.bytes, chunk]);
    const paper = line.bytes.indexOf(Buffer.from([0x1b, 0x40]));
    const size = paper === -1 ? 0 : line.bytes.length - paper;
    if (size > cutAt) {
      cutAt = Number.POSITIVE_INFINITY;
      line.bytes = line.bytes.subarray(0, paper);
      socket.destroy();
      return;
    }
    if (size > outAt) {
      outAt = Number.POSITIVE_INFINITY;
      trouble = 'paper-out';
    }
    if (isStalled && size > 0) return;
    if (!answers) return;
    for (let at = 0; at + 2 < chunk.length; at += 1) {
      if (chunk[at] === 0x10 && chunk[at + 1] === 0x04) socket.write(Buffer.from([SAYS[trouble][chunk[at + 2] ?? 0] ?? 0x12]));
      if (chunk[at] === 0x1d && chunk[at + 1] === 0x72) line.pending = true;
    }
    finish(line);
  }

  function finish(line: (typeof lines)[number]): void {
    if (!line.pending || trouble !== 'none') return;
    line.pending = false;
    line.socket.write(Buffer.from([0x00]));
  }

  const server = createServer((socket) => {
    const line = { socket, bytes: Buffer.alloc(0), pending: false };
    lines.push(line);
    socket.on('data', (chunk: Buffer) => hear(line, chunk));
    socket.on('error', () => undefined);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    papers: () => lines.map(({ bytes }) => decodeEscPos(bytes)).filter(({ rows }) => rows.length > 0),
    set(now) {
      trouble = now;
      lines.forEach(finish);
    },
    cutOffAfter(bytes) {
      cutAt = bytes;
    },
    runOutAfter(bytes) {
      outAt = bytes;
    },
    stall() {
      isStalled = true;
    },
    async close() {
      for (const { socket } of lines) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
