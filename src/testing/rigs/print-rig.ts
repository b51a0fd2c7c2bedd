import { randomUUID } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { createAudit } from '../../bff/platform/audit/audit.ts';
import { type Clock, systemClock, systemRandom } from '../../bff/platform/base/ports.ts';
import { onlyServer, type Servers } from '../../bff/platform/store/servers.ts';
import { createChanges } from '../../bff/redemption/operation/changes.ts';
import { createCloudPrnt } from '../../features/printing/bff/cloudprnt.ts';
import { TIMES } from '../../features/printing/bff/conversation.ts';
import { createLeftovers } from '../../features/printing/bff/leftovers.ts';
import { createPrinterStore } from '../../features/printing/bff/printer-store.ts';
import { createPrinters } from '../../features/printing/bff/printers.ts';
import { createPrintoutStore } from '../../features/printing/bff/printout-store.ts';
import { createPrintouts } from '../../features/printing/bff/printouts.ts';
import { createQueue } from '../../features/printing/bff/queue.ts';
import { DOTS, type PrinterRequest, type Printout, type PrintoutRequest, type Raster } from '../../features/printing/contract/printing.ts';
import { createManualClock } from '../clock.ts';
import type { StoreKind } from '../databases/stores.ts';
import { rowsOf } from './escpos-decoder.ts';
import { type FakePrinter, startFakePrinter } from './fake-printer.ts';
import { ANA, MEI, QUIET, SHOP, seedPeople, TEST_KEYS } from './till.ts';

/** Rows of black dots that make each document different. */
export function paperOf(seed: number, rows = 40, width: Raster['width'] = DOTS[80]): Raster {
  const bytes = Buffer.alloc((width / 8) * rows, 0);
  for (let row = 0; row < rows; row += 1) bytes[(row * width) / 8 + ((row * seed) % (width / 8))] = 0xf0;
  return { width, rows, dots: deflateRawSync(bytes).toString('base64') };
}

/** The mark above a copy. */
export const MARK = paperOf(5, 24);

/** The dots of a raster, as a decoder of a printer's commands shows them. */
export const dotsIn = ({ dots, width }: Raster) => rowsOf(inflateRawSync(Buffer.from(dots, 'base64')), width / 8);

/** A receipt for a printer. */
export const printRequestFor = (printerId: string, raster = paperOf(3), change: Partial<PrintoutRequest> = {}): PrintoutRequest => ({
  printerId,
  what: 'receipt',
  subject: 'a-tender',
  raster,
  drawer: false,
  ...change,
});

const SHORT = { ...TIMES, connect: 2_000, answer: 60, done: 150 };

/** A wall clock that a test moves, while real time passes for connections. */
function wallClock(): Clock & { move(ms: number): void } {
  const wall = createManualClock();
  return { ...systemClock, now: wall.now, move: (ms) => wall.jump(ms) };
}

/** Servers of one database, and printers on this machine. */
export async function createPrintRig(kind: StoreKind) {
  const store = await kind.open();
  const { db } = store;
  const clock = wallClock();
  const printers: FakePrinter[] = [];
  const stops: (() => Promise<void>)[] = [];
  await seedPeople(db, SHOP);
  /** Ana's sale, about which receipts are. */
  const sale = {
    shop: SHOP,
    kind: 'tender',
    device_id: ANA.device.id,
    lock_hash: null,
    state: 'captured',
    open: 0,
    version: 1,
    owner: null,
  } as const;
  await db
    .insertInto('operation')
    .values({ ...sale, id: 'a-tender', created_at: clock.now(), changed_at: clock.now() })
    .execute();

  /** A server; another id is another server of the same database. */
  function server(id = 1, alive: readonly number[] = [id], onLoopback = true) {
    const servers: Servers = { ...onlyServer(id), alive: () => Promise.resolve(new Set(alive)) };
    const changes = createChanges({ servers, log: QUIET });
    const deps = { db, clock, random: systemRandom, keys: TEST_KEYS, servers, changes, log: QUIET, addresses: { onLoopback } };
    const printouts = createPrintoutStore(deps);
    const printerStore = createPrinterStore({ ...deps, printouts });
    const leftovers = createLeftovers({ ...deps, printouts });
    const all = { ...deps, audit: createAudit(deps), printers: printerStore, printouts, leftovers, times: SHORT, shop: SHOP };
    const queue = createQueue(all);
    stops.push(queue.stop);
    /** Resolves with a print job once it meets the condition; every step publishes a change. */
    const until = async (which: string, isSo: (printout: Printout) => boolean) => {
      for (;;) {
        const told = new Promise<void>((resolve) => {
          const stop = changes.on(() => {
            stop();
            resolve();
          });
        });
        const [found] = await printouts.list({ shop: SHOP, id: which });
        if (found && isSo(found)) return found;
        await told;
      }
    };
    return {
      queue,
      until,
      leftovers,
      store: printouts,
      printers: createPrinters(all),
      printouts: createPrintouts({ ...all, queue }),
      cloudPrnt: createCloudPrnt(all),
      is: (which: string, ...states: Printout['state'][]) => until(which, ({ state }) => states.includes(state)),
    };
  }

  return {
    store,
    clock,
    server,
    async printer(...options: Parameters<typeof startFakePrinter>): Promise<FakePrinter> {
      const started = await startFakePrinter(...options);
      printers.push(started);
      return started;
    },
    /** Adds a printer as a manager. @returns its id */
    async add({ printers: room }: ReturnType<typeof server>, port: number, change: Partial<PrinterRequest> = {}): Promise<string> {
      const id = randomUUID();
      const request = { kind: 'network', name: 'Counter', host: '127.0.0.1', port, width: 80, cutter: true, drawer: false, ...change };
      await room.put(MEI, id, request as PrinterRequest);
      return id;
    },
    /** Every pause is short from now on. */
    hurry() {
      clock.sleep = (ms, signal) => systemClock.sleep(Math.min(ms, 20), signal);
    },
    /** Lines of the audit trail since the first printer was added. */
    trail: async () => (await db.selectFrom('audit').select(['action', 'person_id', 'details']).orderBy('seq').execute()).slice(1),
    /** Print jobs with stored data. */
    kept: async () => (await db.selectFrom('printout').select(['id', 'sealed']).execute()).filter(({ sealed }) => sealed !== null),
    async close() {
      await Promise.all(stops.map((stop) => stop()));
      await Promise.all(printers.map((printer) => printer.close()));
      await store.close();
    },
  };
}

export type PrintRig = Awaited<ReturnType<typeof createPrintRig>>;
