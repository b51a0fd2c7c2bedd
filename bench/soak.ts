import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { Client } from 'undici';
import { DOTS } from '../src/features/printing/contract/printing.ts';
import { startFakePrinter } from '../src/testing/rigs/fake-printer.ts';
import { at, loadAverage, memoryMb } from './load/figures.ts';
import { AMOUNT } from './load/job.ts';
import { openTills } from './load/open-tills.ts';
import { type Rig, startRig } from './load/rig.ts';

const TILLS = 20;
const PAIRS_PER_SECOND = 5;
const PAUSE_MS = (TILLS / PAIRS_PER_SECOND) * 1_000;
/** After this many redemptions a till prints, closes its shift, or goes and comes back at the other server. */
const EVERY = { print: 5, close: 40, move: 25 };
const ROWS_PRINTED = 200;
const AGAIN_MS = 250;
const ERRORS_SHOWN = 5;
const MINUTE_MS = 60_000;
const SAMPLE_MS = 10_000;
/** From here on nothing may grow. */
const FLAT_FROM_MINUTE = 10;
const TIMES_MAX = 1.05;
const MEDIAN_OF_MINUTES = 5;

interface Sample {
  readonly minute: number;
  /** Of each server. */
  readonly rssMb: readonly number[];
  readonly files: readonly number[];
  /** Rows that PostgreSQL read since its start, and redemptions until then. */
  readonly rowsRead: number;
  readonly pairs: number;
}

interface Work {
  readonly origins: readonly [string, string];
  readonly printerId: string;
  readonly untilMs: number;
  readonly told: Map<string, string>;
  closings: number;
}

/**
 * Runs two servers on one PostgreSQL for a long time with all background work: redemptions, event
 * streams, printing, webhooks and closings, while tills come and go. Memory, open files and rows
 * read for each redemption must be the same at the end as after ten minutes.
 * @throws Error if a till was told wrongly
 */
export async function soak({ minutes }: { readonly minutes: number }): Promise<void> {
  const rig = await startRig({ store: 'postgres', env: { WEBHOOK_PRIVATE_ADDRESSES: 'on', PRINTERS_ON_LOOPBACK: 'on' } });
  const printer = await startFakePrinter();
  let messages = 0;
  const receiver = createServer((request, response) => {
    messages += 1;
    request.resume().once('end', () => response.end());
  }).listen(0, '127.0.0.1');
  try {
    const cookies = await openTills(rig, TILLS);
    const another = await rig.startAnother();
    const printerId = await connect(rig, cookies[0] ?? '', printer.port, receiver);
    await rig.quiet();
    const beganMs = performance.now();
    const work: Work = {
      origins: [rig.origin, another.origin],
      printerId,
      untilMs: beganMs + minutes * MINUTE_MS,
      told: new Map(),
      closings: 0,
    };
    const failed: unknown[] = [];
    const working = Promise.all(cookies.map((cookie, index) => serve(work, cookie, index))).catch(
      (error: unknown) => void failed.push(error),
    );
    const samples: Sample[] = [];
    while (performance.now() < work.untilMs && failed.length === 0) {
      await setTimeout(SAMPLE_MS);
      samples.push(
        await sample(rig, [rig.server.pid, another.server.pid], {
          minute: (performance.now() - beganMs) / MINUTE_MS,
          pairs: work.told.size,
        }),
      );
    }
    await working;
    if (failed.length > 0) {
      for (const { output } of [rig.server, another.server]) process.stderr.write(`${errorsIn(output())}\n`);
      throw failed[0];
    }
    report(samples, { wrong: await wrongIn(rig, work.told), printed: printer.papers().length, messages, closed: work.closings });
  } finally {
    receiver.close();
    await printer.close();
    await rig.stop();
  }
}

/** The last errors in the log of a server. */
function errorsIn(log: string): string {
  const errors = log.split('\n').filter((line) => line.includes('"level":"error"'));
  return errors.slice(-ERRORS_SHOWN).join('\n');
}

/** Gives the shop a printer and a webhook. @returns the printer's id */
async function connect({ origin }: Rig, cookie: string, port: number, receiver: ReturnType<typeof createServer>): Promise<string> {
  const client = new Client(origin);
  const printerId = randomUUID();
  const address = receiver.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  const printer = { kind: 'network', name: 'Counter', host: '127.0.0.1', port, width: 80, cutter: true, drawer: false };
  await ask(client, 'PUT', `/api/printers/${printerId}`, { origin, cookie }, printer);
  const webhook = { url: `http://127.0.0.1:${address.port}/`, news: ['tender.taken', 'day.closed'] };
  await ask(client, 'POST', '/api/webhooks', { origin, cookie }, webhook);
  await client.close();
  return printerId;
}

/**
 * Sends a request, and the same again after a failure of the server, as a page does: each is
 * idempotent.
 * @throws Error for any other answer that is none of a working server
 */
async function ask(client: Client, method: 'GET' | 'POST' | 'PUT', path: string, who: Place['who'], body?: object): Promise<string> {
  const headers = { 'x-tillside': '1', ...who, ...(body && { 'content-type': 'application/json' }) };
  for (;;) {
    const answer = await client.request({ method, path, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.body.text();
    if (answer.statusCode < 300) return text;
    if (answer.statusCode < 500) throw new Error(`${path} answered ${answer.statusCode} ${text}`);
    await setTimeout(AGAIN_MS);
  }
}

/** One till: it redeems, prints, closes its shift, and moves to the other server. */
async function serve(work: Work, cookie: string, index: number): Promise<void> {
  const { origins, told, untilMs } = work;
  /* The tills begin one after the other. */
  await setTimeout((index * PAUSE_MS) / TILLS);
  let place = open(origins[index % 2] ?? origins[0], cookie);
  for (let number = 1; performance.now() < untilMs; number += 1) {
    const beganMs = performance.now();
    const { client, who } = place;
    const ref = `S${String(index).padStart(3, '0')}N${String(number).padStart(6, '0')}`;
    await ask(client, 'POST', '/api/vouchers/check', who, { code: ref });
    const answer = await ask(client, 'PUT', `/api/tenders/${randomUUID()}`, who, { code: ref, amount: AMOUNT, currency: 'SGD' });
    told.set(ref, /"state":"(\w+)"/.exec(answer)?.[1] ?? 'none');
    if (number % EVERY.print === 0) await print(work, place);
    if (number % EVERY.close === 0) await closeShift(work, place);
    if (number % EVERY.move === 0) {
      await place.close();
      place = open(origins[(index + Math.floor(number / EVERY.move)) % 2] ?? origins[0], cookie);
    }
    await setTimeout(Math.max(0, PAUSE_MS - (performance.now() - beganMs)));
  }
  await place.close();
}

interface Place {
  readonly client: Client;
  readonly who: { readonly origin: string; readonly cookie: string };
  close(): Promise<void>;
}

/** A page at a server: a connection, and the stream of events. */
function open(origin: string, cookie: string): Place {
  const client = new Client(origin);
  const leaving = new AbortController();
  const events = fetch(`${origin}/api/events`, { headers: { cookie }, signal: leaving.signal })
    .then((answer) => answer.text())
    .catch(() => undefined);
  return {
    client,
    who: { origin, cookie },
    async close() {
      leaving.abort();
      await events;
      await client.close();
    },
  };
}

async function print({ printerId }: Work, { client, who }: Place): Promise<void> {
  const dots = deflateRawSync(Buffer.alloc((DOTS[80] / 8) * ROWS_PRINTED, 0xf0)).toString('base64');
  const raster = { width: DOTS[80], rows: ROWS_PRINTED, dots };
  await ask(client, 'PUT', `/api/printouts/${randomUUID()}`, who, { printerId, what: 'test', subject: null, raster, drawer: false });
}

async function closeShift(work: Work, { client, who }: Place): Promise<void> {
  const shifts = JSON.parse(await ask(client, 'GET', '/api/shifts?mine=1', who)) as { id: string; number: number | null }[];
  const [mine] = shifts.filter(({ number }) => number === null);
  if (mine === undefined) return;
  await ask(client, 'PUT', `/api/shifts/${mine.id}/z`, who, {});
  work.closings += 1;
}

async function sample({ query }: Rig, pids: readonly number[], now: Pick<Sample, 'minute' | 'pairs'>): Promise<Sample> {
  const rows = (await query('select sum(tup_returned + tup_fetched)::float as read from pg_stat_database')) as { read: number }[];
  return {
    ...now,
    rssMb: pids.map((pid) => memoryMb(pid).rss),
    files: pids.map((pid) => readdirSync(`/proc/${pid}/fd`).length),
    rowsRead: rows[0]?.read ?? 0,
  };
}

/** Redemptions that differ between the tills and the issuer's ledger. */
async function wrongIn({ issuer }: Rig, told: ReadonlyMap<string, string>): Promise<number> {
  const ledger = new Map(Object.entries(await issuer.ledger()));
  return [...told].filter(([ref, state]) => (state === 'captured') !== (ledger.get(ref) === AMOUNT)).length;
}

interface Outcome {
  readonly wrong: number;
  readonly printed: number;
  readonly messages: number;
  readonly closed: number;
}

function report(samples: readonly Sample[], { wrong, printed, messages, closed }: Outcome): void {
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  const last = samples.at(-1)?.minute ?? 0;
  const from = Math.min(FLAT_FROM_MINUTE, last / 2);
  const rows = [from, (from + last) / 2, last].map((minute) => figuresAt(samples, minute));
  write(
    `\n${samples.at(-1)?.pairs ?? 0} redemptions, ${printed} papers, ${messages} webhook messages, ${closed} closings, load ${loadAverage()}`,
  );
  write(`  ${['minute', 'MB', 'MB', 'files', 'files', 'rows a redemption'].map((cell) => cell.padStart(10)).join('')}`);
  for (const cells of rows) write(`  ${cells.map((cell) => cell.toFixed(1).padStart(10)).join('')}`);
  const [first = [], , end = []] = rows;
  const grown = end.filter((value, index) => index > 0 && value > (first[index] ?? 0) * TIMES_MAX).length;
  write(`  within ${TIMES_MAX} times of minute ${from.toFixed(0)}: ${grown === 0 ? 'yes' : 'no'}; ${wrong} wrong`);
  if (wrong > 0) throw new Error(`${wrong} redemptions differ from the issuer's ledger`);
}

/**
 * Medians of the samples within five minutes of a time. Rows are those of each sample's time: once
 * an hour, the rows of the last hours are read again in one go.
 */
function figuresAt(samples: readonly Sample[], minute: number): number[] {
  const near = samples.flatMap((one, index) => {
    const before = samples[index - 1];
    if (before === undefined || Math.abs(one.minute - minute) > MEDIAN_OF_MINUTES) return [];
    return [{ ...one, rows: (one.rowsRead - before.rowsRead) / Math.max(1, one.pairs - before.pairs) }];
  });
  const median = (of: (one: (typeof near)[number]) => number | undefined) =>
    at(
      near.map((one) => of(one) ?? 0).toSorted((a, b) => a - b),
      0.5,
    );
  const servers = [0, 1];
  return [
    minute,
    ...servers.map((index) => median(({ rssMb }) => rssMb[index])),
    ...servers.map((index) => median(({ files }) => files[index])),
    median(({ rows }) => rows),
  ];
}
