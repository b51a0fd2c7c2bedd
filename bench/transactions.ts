import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { sandboxArgs } from '../e2e/support/camera-file.ts';
import { findChromium } from '../e2e/support/find-chromium.ts';
import { type Program, startProgram } from '../e2e/support/processes.ts';
import { freePort } from '../src/testing/free-port.ts';
import { fillList, noteRead } from './fill-list.ts';
import { measureOpening, measureStep, noteItself, type Step, settled } from './list-steps.ts';

/** A busy month. An authorization and its capture are one line. */
const COUNT = 100_000;
const DAYS = 31;
const OWN_MID = '000000012345678';
const SHOP_AHEAD_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;
const SEEDED_WITHIN_MS = 300_000;
const READ_WITHIN_MS = 1_200_000;
const SHOWN_MS_MAX = 150;
const TOTALS_MS_MAX = 300;
const TASK_MS_MAX = 50;
const MEMORY_MB_MAX = 80;
const FRAMES = 240;
const RESTED_MS = 15_000;
const AWAITED_MS = 2_000;

/** No server: the rows in the tables are all the data. */
const NOWHERE = 'http://127.0.0.1:9';
/** The totals of rows of a kind, in Singapore cents. */
interface Expected {
  readonly captured: number;
  readonly refunded: number;
}

interface Options {
  /** Transactions of the shop. */
  readonly count?: number | undefined;
  readonly days?: number;
  /** Adds them to the server's tables, because the issuer's past is shorter than that. */
  readonly isFilled?: boolean;
  /** Stores the rows in this folder and uses them next time, for comparing two programs. */
  readonly folder?: string | undefined;
}

/** Data about the rows and the manager of a stored folder. */
interface Kept {
  readonly port: number;
  readonly expected: Expected;
  readonly signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** A busy shop in the manager's list: first rows, every filter, sorting, the way to the end, sums against the ledger, long tasks, memory. */
export async function transactions({ count = COUNT, days = DAYS, isFilled = false, folder: kept }: Options = {}): Promise<void> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'tillside-bench-')));
  const programs: Program[] = [];
  const browser = await chromium.launch({ executablePath: findChromium(), args: sandboxArgs() });
  try {
    write(`\nTransactions: ${count} of the shop, over ${days} days`);
    const shop = isFilled
      ? await filledShop(browser, { folder, count, days }, programs)
      : await servedShop(browser, { folder, count }, programs);
    const page = await shop.context.newPage();
    await reportMemory(browser, 'empty');
    await measure(page, addressOf(shop.origin, days));
    await reportMemory(browser, 'right after');
    await compareSums(page, shop.expected);
    await page.waitForTimeout(RESTED_MS);
    await reportMemory(browser, 'rested');
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(AWAITED_MS);
    await reportMemory(browser, 'without what nothing holds any more');
  } finally {
    await browser.close();
    for (const program of programs.toReversed()) await program.stop();
    if (kept === undefined) await rm(folder, { recursive: true });
  }
}

/** A server with its rows, and a browser with a signed-in manager. */
interface Shop {
  readonly origin: string;
  readonly context: BrowserContext;
  readonly expected: Expected;
}

/** Reads its rows from a voucher service, as a server does. */
async function servedShop(browser: Browser, { folder, count }: { folder: string; count: number }, programs: Program[]): Promise<Shop> {
  const service = await startService(join(folder, 'service'), programs, count);
  const origin = `http://127.0.0.1:${await freePort()}`;
  programs.push(await startServer(origin, join(folder, 'till'), service));
  const context = await browser.newContext();
  await setUp(context, origin);
  return { origin, context, expected: await booksOf(service) };
}

/** Fills the tables, or uses stored rows. */
async function filledShop(
  browser: Browser,
  { folder, count, days }: { folder: string; count: number; days: number },
  programs: Program[],
): Promise<Shop> {
  const dataDir = join(folder, 'till');
  const noted = join(folder, 'kept.json');
  const text = await readFile(noted, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const kept = text === null ? await fill(browser, { dataDir, count, days }) : (JSON.parse(text) as Kept);
  if (text === null) await writeFile(noted, JSON.stringify(kept));
  else await noteRead({ dataDir, mid: OWN_MID, days });
  const origin = `http://127.0.0.1:${kept.port}`;
  programs.push(await startServer(origin, dataDir, NOWHERE));
  const context = await browser.newContext({ storageState: kept.signedIn });
  await context.addInitScript(noteItself);
  return { origin, context, expected: kept.expected };
}

async function fill(browser: Browser, { dataDir, count, days }: { dataDir: string; count: number; days: number }): Promise<Kept> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = await startServer(origin, dataDir, NOWHERE);
  const context = await browser.newContext();
  await setUp(context, origin);
  const signedIn = await context.storageState();
  await context.close();
  await server.stop();
  return { port, signedIn, expected: await fillList({ dataDir, mid: OWN_MID, count, days }) };
}

async function startService(folder: string, programs: Program[], count: number): Promise<string> {
  const port = await freePort();
  const service = `http://127.0.0.1:${port}`;
  const seeded = { PORT: String(port), DATA_DIR: folder, SANDBOX_TRANSACTIONS: String(count), SANDBOX_TRANSACTION_SHOPS: '1' };
  programs.push(await startProgram('sandbox', seeded, `${service}/sandbox/vouchers`, SEEDED_WITHIN_MS));
  return service;
}

function startServer(origin: string, dataDir: string, service: string): Promise<Program> {
  const env = {
    PORT: new URL(origin).port,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    SETUP_CODE: 'bench-the-shop',
    SESSION_IDLE_MS: '3600000',
    VOUCHER_SERVICE: 'remote',
    MERCHANT_BASE_URL: `${service}/merchant`,
    MERCHANT_CLIENT_ID: 'practice-shop-1',
    MERCHANT_CLIENT_SECRET: 'practice-shop-1-secret',
    MERCHANT_MID: OWN_MID,
  };
  return startProgram('main', env, `${origin}/api/health`);
}

async function setUp(context: BrowserContext, origin: string): Promise<void> {
  await context.addInitScript(noteItself);
  const answer = await context.request.post(`${origin}/api/setup`, {
    headers: { 'X-Tillside': '1', Origin: origin },
    data: { code: 'bench-the-shop', device: { name: 'Bench' }, manager: { name: 'Mia', pin: '739146' } },
  });
  if (!answer.ok()) throw new Error(`set-up answered ${answer.status()}`);
}

/** The list of the last days and of two more, so that none is cut off. */
function addressOf(origin: string, days: number): string {
  const today = Math.floor((Date.now() + SHOP_AHEAD_MS) / DAY_MS) * DAY_MS;
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return `${origin}/transactions?period=custom&from=${day(today - (days + 2) * DAY_MS)}&to=${day(today)}&all=1`;
}

async function measure(page: Page, address: string): Promise<void> {
  // A first visit fills the browser's cache, and lets the server read everything.
  const startedAt = Date.now();
  await page.goto(address);
  await settled(page);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: READ_WITHIN_MS });
  write(`  the server has read all of it after ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
  const opening = await measureOpening(page, address);
  report('first rows', opening);
  const lines = Number(await page.locator('[role="table"]').getAttribute('aria-rowcount')) - 1;
  write(`  ${lines} lines, ${Math.round(opening.sinceOpenedMs)} ms after the navigation began`);
  for (const [name, filter] of Object.entries(filtersOf(page, await lastFourOf(page)))) {
    report(name, await measureStep(page, filter));
    await page.getByRole('button', { name: 'Show all' }).click();
    await settled(page);
  }
  report(
    'sorting by amount',
    await measureStep(page, () => page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click()),
  );
  await page.getByRole('columnheader', { name: 'Time' }).getByRole('button').click();
  await settled(page);
  await page.locator('[data-index="0"]').focus();
  report('to the end', await measureStep(page, () => page.keyboard.press('End'), `[data-index="${lines - 1}"]`));
  await reportScrolling(page);
}

/** Each filter alone, set by a user's input. */
function filtersOf(page: Page, last4: string): Record<string, () => Promise<void>> {
  const type = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.keyboard.press('Enter');
  };
  const choose = async (label: string, option: { label: string }) =>
    void (await page.getByLabel(label, { exact: true }).selectOption(option));
  return {
    'by kind': () => choose('Kind', { label: 'Refund' }),
    'by amount': () => type('From amount', '50'),
    'by person': () => choose('Person', { label: 'Not done here' }),
    'by last four': () => type('Voucher', last4),
    'by status': () => choose('Status', { label: 'refused' }),
  };
}

async function lastFourOf(page: Page): Promise<string> {
  const name = (await page.locator('[data-index="0"]').getAttribute('aria-label')) ?? '';
  const [, last4] = /··(\w{4})/.exec(name) ?? [];
  if (last4 === undefined) throw new Error(`the first row names no voucher: ${name}`);
  return last4;
}

function report(what: string, { shownMs, linesMs, totalsMs, longTasks }: Step): void {
  const beside = (ms: number, most: number) => `${Math.round(ms)} ms${ms > most ? ` (more than ${most})` : ''}`;
  const tasks = longTasks.length === 0 ? 'no long task' : `the longest task ${Math.round(Math.max(...longTasks))} ms`;
  const totals = totalsMs === 0 ? '' : `, totals ${beside(totalsMs, TOTALS_MS_MAX)}`;
  write(`  ${what}: shown after ${beside(shownMs, SHOWN_MS_MAX)}, lines answered in ${beside(linesMs, SHOWN_MS_MAX)}${totals}, ${tasks}`);
}

/** To the end and back, a screen or more every frame. */
async function reportScrolling(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpuMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  const before = await cpuMs();
  const longTasks = await page.evaluate(async (frames) => {
    const list = document.querySelector('[role="table"] > [role="rowgroup"]:last-of-type');
    if (list === null) throw new Error('there is no list');
    window.noted.longTasks = [];
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const half = frames / 2;
    for (let step = 1; step <= frames; step += 1) {
      list.scrollTop = (list.scrollHeight * (step < half ? step : frames - step)) / half;
      await frame();
    }
    return window.noted.longTasks;
  }, FRAMES);
  const frameMs = ((await cpuMs()) - before) / FRAMES;
  write(
    `  scrolling a screen or more a frame: ${frameMs.toFixed(1)} ms of processor time a frame, ${longTasks.length} tasks over ${TASK_MS_MAX} ms`,
  );
}

/** The sums of the issuer's ledger. */
async function booksOf(service: string): Promise<Expected> {
  const ledger = (await (await fetch(`${service}/sandbox/ledger`)).json()) as {
    transactions: readonly { type: string; mid: string; currency: string | null; amount: number | null }[];
  };
  const sum = (wanted: string) =>
    ledger.transactions.reduce(
      (total, { type, mid, currency, amount }) => total + (type === wanted && mid === OWN_MID && currency === 'SGD' ? (amount ?? 0) : 0),
      0,
    );
  return { captured: sum('Capture'), refunded: sum('Refund') };
}

/** Compares the three figures on the screen with the expected sums. */
async function compareSums(page: Page, { captured, refunded }: Expected): Promise<void> {
  const expected = [captured, refunded, captured - refunded];
  const shown = await page
    .locator('dl > div:has(dt) > dd:nth-of-type(1)')
    .evaluateAll((figures) => figures.slice(0, 3).map(({ textContent }) => Number(textContent.replace(/\D/g, ''))));
  const agree = JSON.stringify(shown) === JSON.stringify(expected);
  write(
    `  sums ${agree ? 'agree with what was put there, to the cent' : `differ: shown ${shown.join(' ')}, put there ${expected.join(' ')}`}`,
  );
  if (!agree) process.exitCode = 1;
}

/**
 * The memory of the tab's process, with its part of shared memory, mostly the browser's program.
 */
async function reportMemory(browser: Browser, when: string): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const sizes = await Promise.all(renderers.map((id) => readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')));
  const megabytes = (name: string) => sizes.map((text) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024);
  const most = (name: string) => Math.round(Math.max(...megabytes(name)));
  write(`  memory of the tab, ${when}: ${most('Pss')} MB, of it ${most('Pss_Anon')} MB of its own (at most ${MEMORY_MB_MAX})`);
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
