import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { sandboxArgs } from '../e2e/support/camera-file.ts';
import { findChromium } from '../e2e/support/find-chromium.ts';
import { type Program, startProgram } from '../e2e/support/processes.ts';
import { freePort } from '../src/testing/free-port.ts';

/** As many as a busy shop has in a month. An authorization and its capture are one line, so that 194,000 make a list of a hundred thousand. */
const COUNT = 100_000;
const OWN_MID = '000000012345678';
const SHOP_AHEAD_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;
/** Making the past takes its time. */
const SEEDED_WITHIN_MS = 300_000;
const TASK_MS_MAX = 50;
const FIRST_ROWS_MS_MAX = 1_000;
const MEMORY_MB_MAX = 300;
const FRAMES = 240;
/** What was thrown away is collected by then. */
const RESTED_MS = 15_000;

/** What the page notes about itself: when the first row was there, and every task of more than 50 ms. */
interface Noted {
  firstRowAt: number | null;
  longTasks: number[];
}
declare global {
  interface Window {
    noted: Noted;
  }
}

/**
 * A month of a busy shop in the manager's list: first rows, reading all of it, sums against the ledger, long tasks, memory.
 * @param count transactions of the shop
 */
export async function transactions(count = COUNT): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tillside-bench-'));
  const programs: Program[] = [];
  const browser = await chromium.launch({ executablePath: findChromium(), args: sandboxArgs() });
  try {
    const { service, origin } = await startAll(folder, programs, count);
    process.stdout.write(`\nTransactions: ${count} of the shop at the issuer, over 31 days\n`);
    await measure(browser, service, origin);
  } finally {
    await browser.close();
    for (const program of programs.toReversed()) await program.stop();
    await rm(folder, { recursive: true });
  }
}

async function startAll(folder: string, programs: Program[], count: number): Promise<{ service: string; origin: string }> {
  const [sandboxPort, port] = [await freePort(), await freePort()];
  const service = `http://127.0.0.1:${sandboxPort}`;
  const origin = `http://127.0.0.1:${port}`;
  const seeded = {
    PORT: String(sandboxPort),
    DATA_DIR: join(folder, 'service'),
    SANDBOX_TRANSACTIONS: String(count),
    SANDBOX_TRANSACTION_SHOPS: '1',
  };
  programs.push(await startProgram('sandbox', seeded, `${service}/sandbox/vouchers`, SEEDED_WITHIN_MS));
  const env = {
    PORT: String(port),
    DATA_DIR: join(folder, 'till'),
    LOG_LEVEL: 'warn',
    SETUP_CODE: 'bench-the-shop',
    SESSION_IDLE_MS: '3600000',
    VOUCHER_SERVICE: 'remote',
    MERCHANT_BASE_URL: `${service}/merchant`,
    MERCHANT_CLIENT_ID: 'practice-shop-1',
    MERCHANT_CLIENT_SECRET: 'practice-shop-1-secret',
    MERCHANT_MID: OWN_MID,
  };
  programs.push(await startProgram('main', env, `${origin}/api/health`));
  return { service, origin };
}

async function measure(browser: Browser, service: string, origin: string): Promise<void> {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    window.noted = { firstRowAt: null, longTasks: [] };
    new PerformanceObserver((list) => window.noted.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
      buffered: true,
    });
    const look = () => {
      if (document.querySelector('[data-index="0"]')) window.noted.firstRowAt = performance.now();
      else requestAnimationFrame(look);
    };
    look();
  });
  const setUp = await context.request.post(`${origin}/api/setup`, {
    headers: { 'X-Tillside': '1', Origin: origin },
    data: { code: 'bench-the-shop', device: { name: 'Bench' }, manager: { name: 'Mia', pin: '739146' } },
  });
  if (!setUp.ok()) throw new Error(`set-up answered ${setUp.status()}`);
  const page = await context.newPage();
  // Once, so that the pages are kept by the browser as they are on every day but the first.
  await page.goto(`${origin}/transactions`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const today = Math.floor((Date.now() + SHOP_AHEAD_MS) / DAY_MS) * DAY_MS;
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const startedAt = Date.now();
  await page.goto(`${origin}/transactions?period=custom&from=${day(today - 33 * DAY_MS)}&to=${day(today)}`);
  const list = page.locator('[role="table"]');
  await page.locator('[role="table"][aria-busy="false"]').waitFor({ timeout: 600_000 });
  const allMs = Date.now() - startedAt;
  const { firstRowAt } = await page.evaluate(() => window.noted);
  const reading = await takeLongTasks(page);
  const cpuMs = await threadClock(page);
  const cpuBefore = await cpuMs();
  await scrollThrough(page);
  const frameMs = ((await cpuMs()) - cpuBefore) / FRAMES;
  const scrolling = await takeLongTasks(page);
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await page.waitForTimeout(1_000);
  const sorting = await takeLongTasks(page);
  const lines = Number(await list.getAttribute('aria-rowcount')) - 1;
  await page.getByLabel('Kind', { exact: true }).selectOption({ label: 'Refund' });
  await page.waitForFunction((all) => Number(document.querySelector('[role="table"]')?.getAttribute('aria-rowcount')) < all, lines);
  const filtering = await takeLongTasks(page);
  await page.getByLabel('Kind', { exact: true }).selectOption({ label: 'All' });
  await page.waitForFunction((all) => Number(document.querySelector('[role="table"]')?.getAttribute('aria-rowcount')) > all, lines);
  report({ firstRowAt, allMs, lines, frameMs, tasks: { reading, scrolling, sorting, filtering } });
  await reportMemory(browser, 'right after');
  await compareSums(page, service);
  await page.waitForTimeout(RESTED_MS);
  await reportMemory(browser, 'rested');
}

async function takeLongTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => window.noted.longTasks.splice(0));
}

/** Tells the processor time that the page's own thread has used, whatever else the machine does. */
async function threadClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
}

/** To the end and back, a screen or more every frame. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async (frames) => {
    const list = document.querySelector('[role="table"] > [role="rowgroup"]:last-of-type');
    if (list === null) throw new Error('there is no list');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const half = frames / 2;
    for (let step = 1; step <= frames; step += 1) {
      list.scrollTop = (list.scrollHeight * (step < half ? step : frames - step)) / half;
      await frame();
    }
  }, FRAMES);
}

interface Measured {
  readonly firstRowAt: number | null;
  readonly allMs: number;
  readonly lines: number;
  /** Processor time of the page's own thread for one frame of scrolling. */
  readonly frameMs: number;
  readonly tasks: Readonly<Record<string, readonly number[]>>;
}

function report({ firstRowAt, allMs, lines, frameMs, tasks }: Measured): void {
  const write = (text: string) => process.stdout.write(`  ${text}\n`);
  write(`first rows after ${Math.round(firstRowAt ?? Number.NaN)} ms (at most ${FIRST_ROWS_MS_MAX})`);
  write(`all of them, ${lines} lines, after ${(allMs / 1_000).toFixed(1)} s`);
  write(`scrolling a screen or more a frame takes ${frameMs.toFixed(1)} ms of processor time a frame`);
  for (const [phase, durations] of Object.entries(tasks)) {
    write(
      `${phase}: ${durations.length} tasks over ${TASK_MS_MAX} ms${durations.length > 0 ? `, the longest ${Math.round(Math.max(...durations))} ms` : ''}`,
    );
  }
}

/** The three figures on the screen beside what the ledger of the voucher service adds up to. */
async function compareSums(page: Page, service: string): Promise<void> {
  const ledger = (await (await fetch(`${service}/sandbox/ledger`)).json()) as {
    transactions: readonly { type: string; mid: string; currency: string | null; amount: number | null }[];
  };
  const sum = (wanted: string) =>
    ledger.transactions.reduce(
      (total, { type, mid, currency, amount }) => total + (type === wanted && mid === OWN_MID && currency === 'SGD' ? (amount ?? 0) : 0),
      0,
    );
  const expected = [sum('Capture'), sum('Refund'), sum('Capture') - sum('Refund')];
  const shown = await page
    .locator('dl > div:has(dt) > dd:nth-of-type(1)')
    .evaluateAll((figures) => figures.slice(0, 3).map(({ textContent }) => Number(textContent.replace(/\D/g, ''))));
  const agree = JSON.stringify(shown) === JSON.stringify(expected);
  process.stdout.write(
    `  sums ${agree ? 'agree with the ledger to the cent' : `differ: shown ${shown.join(' ')}, in the ledger ${expected.join(' ')}`}\n`,
  );
  if (!agree) process.exitCode = 1;
}

/** What the tab's process holds for itself, its share of what it shares with others included. */
async function reportMemory(browser: Browser, when: string): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const sizes = await Promise.all(renderers.map((id) => readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')));
  const megabytes = Math.max(...sizes.map((text) => Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? Number.NaN) / 1024).filter(Number.isFinite));
  process.stdout.write(`  memory of the tab, ${when}: ${Math.round(megabytes)} MB (at most ${MEMORY_MB_MAX})\n`);
}
