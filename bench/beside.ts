import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { request } from 'undici';
import { LIMITS } from '../src/contract/access/limits.ts';
import { DOTS } from '../src/features/printing/contract/printing.ts';
import { freePort } from '../src/testing/free-port.ts';
import { at, loadAverage } from './load/figures.ts';
import { measure } from './load/measure.ts';
import { openTills } from './load/open-tills.ts';
import { startRig } from './load/rig.ts';

const PAIRS = 300;
const WEBHOOKS = 10;
/** Rows of the shop before anything is measured. */
const FILL = { tills: 16, seconds: 10 };
const TIMES_MAX = 1.1;
const PAUSE_MAX_MS = 100;
const LOOK_EVERY_MS = 5;

interface Beside {
  readonly name: string;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** The longest time without any answer from the server. */
  readonly pauseMs: number;
}

type Send = (method: 'POST' | 'PUT', path: string, body: object) => Promise<void>;

/**
 * Measures redemptions during other work: printing on a printer that is off, webhooks that hang, an
 * export. No till should notice any of it.
 */
export async function beside(): Promise<void> {
  const rig = await startRig({ store: 'sqlite', env: { WEBHOOK_PRIVATE_ADDRESSES: 'on', PRINTERS_ON_LOOPBACK: 'on' } });
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  try {
    const cookies = await openTills(rig, FILL.tills);
    const send = senderOf(rig.origin, cookies[0] ?? '');
    await rig.quiet();
    await measure(rig, { to: 'server', cookies, seconds: FILL.seconds });
    const tillsOf = (name: string) => watched(rig.origin, name, async () => (await redeem()).sort((a, b) => a - b));
    const redeem = async () => (await measure(rig, { to: 'server', cookies: cookies.slice(1, 2), pairs: PAIRS })).done.redeemMs;
    await redeem();
    const alone = await tillsOf('alone');
    const rows = [alone];
    await printNowhere(send);
    rows.push(await tillsOf('a paper of five metres for a printer that is off'));
    const exporting = keepExporting(send);
    rows.push(await tillsOf('an export, one after the other'));
    await exporting.stop();
    for (let count = 0; count < WEBHOOKS; count += 1)
      await send('POST', '/api/webhooks', {
        url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/${count}`,
        news: ['tender.taken'],
      });
    rows.push(await tillsOf(`${WEBHOOKS} webhooks that hang`));
    report(rows, alone.medianMs);
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await rig.stop();
  }
}

function senderOf(origin: string, cookie: string): Send {
  return async (method, path, body) => {
    const headers = { 'content-type': 'application/json', 'x-tillside': '1', origin, cookie };
    const { statusCode, body: said } = await request(`${origin}${path}`, { method, headers, body: JSON.stringify(body) });
    const text = await said.text();
    if (statusCode >= 300) throw new Error(`${path} answered ${statusCode} ${text}`);
  };
}

async function printNowhere(send: Send): Promise<void> {
  const id = randomUUID();
  const port = await freePort();
  const bytes = Buffer.alloc((DOTS[80] / 8) * LIMITS.rasterRowsMax, 0xf0);
  await send('PUT', `/api/printers/${id}`, {
    kind: 'network',
    name: 'Off',
    host: '127.0.0.1',
    port,
    width: 80,
    cutter: true,
    drawer: false,
  });
  const raster = { width: DOTS[80], rows: LIMITS.rasterRowsMax, dots: deflateRawSync(bytes).toString('base64') };
  await send('PUT', `/api/printouts/${randomUUID()}`, { printerId: id, what: 'test', subject: null, raster, drawer: false });
}

function keepExporting(send: Send): { stop(): Promise<void> } {
  const state = { isOver: false };
  const exporting = (async () => {
    const day = 24 * 60 * 60_000;
    while (!state.isOver) {
      const period = { from: new Date(Date.now() - day).toISOString(), to: new Date(Date.now() + 60_000).toISOString() };
      await send('POST', '/api/transactions/export', period);
    }
  })();
  return {
    async stop() {
      state.isOver = true;
      await exporting;
    },
  };
}

/**
 * Sends the cheapest possible request continuously: a slow answer means that the server's only
 * thread was blocked.
 */
async function watched(origin: string, name: string, work: () => Promise<readonly number[]>): Promise<Beside> {
  const state = { isOver: false, pauseMs: 0 };
  const looking = (async () => {
    while (!state.isOver) {
      const askedMs = performance.now();
      await (await fetch(`${origin}/api/health`)).text();
      state.pauseMs = Math.max(state.pauseMs, performance.now() - askedMs);
      await setTimeout(LOOK_EVERY_MS);
    }
  })();
  const sorted = await work();
  state.isOver = true;
  await looking;
  return { name, medianMs: at(sorted, 0.5), p99Ms: at(sorted, 0.99), pauseMs: state.pauseMs };
}

function report(rows: readonly Beside[], aloneMs: number): void {
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  write(
    `\nOne till, ${PAIRS} redemptions, each after its check, load ${loadAverage()}\n  median ms    p99 ms  times alone  pause ms  beside`,
  );
  for (const { name, medianMs, p99Ms, pauseMs } of rows) {
    const cells = [medianMs.toFixed(2), p99Ms.toFixed(1), (medianMs / aloneMs).toFixed(2), pauseMs.toFixed(0)];
    write(`  ${cells.map((cell, index) => cell.padStart([9, 9, 12, 9][index] ?? 9)).join(' ')}  ${name}`);
  }
  const isFelt = rows.some(({ medianMs, pauseMs }) => medianMs > aloneMs * TIMES_MAX || pauseMs > PAUSE_MAX_MS);
  write(`  within ${TIMES_MAX} times at the median, and no pause above ${PAUSE_MAX_MS} ms: ${isFelt ? 'no' : 'yes'}`);
}
