import { timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { sha256 } from '../../../bff/access/rate-limits/codes.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import { type Poll, type PrinterState, rasterSchema } from '../contract/printing.ts';
import type { Leftovers } from './leftovers.ts';
import type { PrinterRow, PrinterStore } from './printer-store.ts';
import type { PrintoutStore } from './printout-store.ts';
import { noPrintout, notThatPrinter } from './problems.ts';
import { type Dots, dotsOf } from './raster.ts';

export interface CloudPrntDeps {
  readonly printers: PrinterStore;
  readonly printouts: PrintoutStore;
  readonly leftovers: Pick<Leftovers, 'tidy'>;
  readonly keys: Pick<Keys, 'open'>;
}

/** A document as a CloudPRNT printer fetches it. */
export interface FetchedDocument {
  readonly contentType: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Serves printers that poll (Star CloudPRNT), fetch waiting documents, and report the result. A
 * fetched document is not offered again: a printer that returns without a report may have printed
 * it.
 */
export interface CloudPrnt {
  /** @returns the JSON response for the printer @throws Problem 404 for a wrong id or token */
  poll(id: string, token: string, poll: Poll): Promise<object>;
  /**
   * @param jobToken id of the printout, if the printer names it
   * @throws Problem 404 for a wrong id or token, and if there is nothing to print
   */
  fetch(id: string, token: string, jobToken: string | undefined): Promise<FetchedDocument>;
  /**
   * @param code the printer's result, for example `200 OK` @throws Problem 404 for a wrong id or
   * token
   */
  confirm(id: string, token: string, jobToken: string | undefined, code: string): Promise<void>;
}

const PNG = 'image/png';
/** The printer could not begin: nothing was printed. */
const NOT_STARTED: ReadonlySet<number> = new Set([510, 511, 512, 520, 521]);

export function createCloudPrnt({ printers, printouts, leftovers, keys }: CloudPrntDeps): CloudPrnt {
  async function authenticate(id: string, token: string): Promise<PrinterRow> {
    const printer = await printers.find(id);
    const storedHash = printer?.token_hash ?? sha256('');
    if (!timingSafeEqual(Buffer.from(storedHash), Buffer.from(sha256(token))) || printer?.kind !== 'cloudprnt')
      throw notThatPrinter();
    return printer;
  }

  return {
    async poll(id, token, { printingInProgress, statusCode }) {
      const printer = await authenticate(id, token);
      if (statusCode != null) await printers.noteState(id, stateOf(codeOf(statusCode)));
      const sent = await printouts.open(printer.id, 'sending');
      if (sent !== undefined && printingInProgress === true) return { jobReady: false };
      if (sent !== undefined) await printouts.step(sent.id, { from: ['sending'], to: 'unsure', reason: 'cut-off' });
      await leftovers.tidy(printer.shop);
      const next = await printouts.open(printer.id, 'queued');
      if (next === undefined) return { jobReady: false };
      return { jobReady: true, mediaTypes: [PNG], jobToken: next.id, deleteMethod: 'DELETE' };
    },
    async fetch(id, token, jobToken) {
      const printer = await authenticate(id, token);
      const next = await printouts.open(printer.id, 'queued');
      if (next === undefined || next.sealed === null || (jobToken !== undefined && jobToken !== next.id))
        throw noPrintout();
      const body = await pngOf(dotsOf(rasterSchema.parse(JSON.parse(keys.open(next.sealed)))));
      if (!(await printouts.begin(next, false))) throw noPrintout();
      return {
        contentType: PNG,
        body,
        headers: {
          'X-Star-Cut': `${printer.cutter === 1 ? 'partial' : 'none'}; feed=true`,
          ...(next.drawer === 1 && { 'X-Star-CashDrawer': 'start' }),
        },
      };
    },
    async confirm(id, token, jobToken, code) {
      const printer = await authenticate(id, token);
      const sent = await printouts.open(printer.id, 'sending');
      if (sent === undefined || (jobToken !== undefined && jobToken !== sent.id)) return;
      const status = codeOf(code);
      if (isWell(status)) await printouts.step(sent.id, { from: ['sending'], to: 'printed' });
      else if (NOT_STARTED.has(status))
        await printouts.step(sent.id, { from: ['sending'], to: 'failed', reason: 'refused' });
      else {
        await printers.noteState(id, stateOf(status));
        await printouts.step(sent.id, {
          from: ['sending'],
          to: 'unsure',
          reason: stateOf(status) === 'paper-out' ? 'paper-out' : 'cut-off',
        });
      }
    },
  };
}

/** The number at the start of a status; some printers send it URL-encoded (`200%20OK`). */
const codeOf = (text: string) => Number(/^\s*(\d{3})/.exec(text)?.[1] ?? 0);

const isWell = (code: number) => code >= 200 && code < 300;

function stateOf(code: number): PrinterState {
  if (isWell(code)) return 'ready';
  if (code === 410) return 'paper-out';
  return code === 420 ? 'cover-open' : 'fault';
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** One bit of grey for each dot, not interlaced. */
const KIND = [1, 0, 0, 0, 0];

const deflated = promisify<Buffer, Buffer>(deflate);

/**
 * Converts dots to a PNG with one bit per dot, compressed outside the main thread: a document may
 * be metres long.
 */
async function pngOf({ width, rows, bytes }: Dots): Promise<Buffer> {
  const stride = width / 8;
  const lines = Buffer.alloc((stride + 1) * rows);
  for (let row = 0; row < rows; row += 1) {
    /* Each line begins with the number of its filter, 0 for none; in a PNG a set bit is white. */
    for (let at = 0; at < stride; at += 1) lines[row * (stride + 1) + 1 + at] = ~(bytes[row * stride + at] ?? 0) & 0xff;
  }
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(rows, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([size, Buffer.from(KIND)])),
    chunk('IDAT', await deflated(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
