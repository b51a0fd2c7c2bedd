import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { sandboxArgs } from '../e2e/support/camera-file.ts';
import { findChromium } from '../e2e/support/find-chromium.ts';
import { startProgram } from '../e2e/support/processes.ts';
import { freePort } from '../src/testing/free-port.ts';
import { median, setUp } from './pages.ts';

/** A cheap tablet on a slow mobile network, as Lighthouse assumes it. */
const SLOW = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
const SLOWER_PROCESSOR = 4;
const RUNS = 5;

/** What shows that a person can begin, by the name of the start. */
const READY = {
  'ready to type a PIN': '#root [aria-label="Mia"], #root main button',
  'ready to scan': '#root input[aria-label="Voucher number"]',
} as const;

interface Opened {
  readonly paintMs: number;
  readonly readyMs: number;
  /** Sum of what long tasks take above 50 ms, until ready. */
  readonly blockedMs: number;
}

/**
 * Opens the app in a browser slowed down as a whole, with an empty cache and from the service
 * worker, and prints the medians.
 */
export async function slowBrowser(runs = RUNS): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tillside-slow-'));
  const origin = `http://127.0.0.1:${await freePort()}`;
  const env = { PORT: new URL(origin).port, DATA_DIR: folder, SETUP_CODE: 'bench-the-shop' };
  const server = await startProgram('main', env, `${origin}/api/health`, 90_000);
  const browser = await chromium.launch({ executablePath: findChromium(), args: sandboxArgs() });
  try {
    const cookies = (await setUp(origin)).split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return { name, value, url: origin };
    });
    process.stdout.write(`\nSlow browser, 4 × processor, 1.6 Mbit/s, 150 ms, median of ${runs}, ms\n`);
    process.stdout.write('  start                                      first paint    ready  blocked\n');
    for (const [what, selector] of Object.entries(READY)) {
      const known = what === 'ready to scan' ? cookies : cookies.filter(({ name }) => name.endsWith('device'));
      for (const way of ['cold', 'service worker'] as const) {
        const opened: Opened[] = [];
        for (let run = 0; run < runs; run += 1) {
          const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
          await context.addCookies(known);
          if (way === 'service worker') await install(context, origin);
          opened.push(await open(context, origin, selector));
          await context.close();
        }
        const cells = (['paintMs', 'readyMs', 'blockedMs'] as const).map((figure) =>
          median(opened.map((one) => one[figure]))
            .toFixed(0)
            .padStart(9),
        );
        process.stdout.write(`  ${`${what}, ${way}`.padEnd(44)}${cells.join('')}\n`);
      }
    }
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

/** Opens the app once, until its service worker has stored all files. */
async function install(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(origin);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  });
  await page.close();
}

async function open(context: BrowserContext, origin: string, selector: string): Promise<Opened> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', SLOW);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  await page.addInitScript((wanted) => {
    const times = { paintMs: 0, readyMs: 0, blockedMs: 0 };
    Object.assign(globalThis, { times });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) if (times.readyMs === 0) times.blockedMs += Math.max(0, duration - 50);
    }).observe({ type: 'longtask', buffered: true });
    new MutationObserver((_, observer) => {
      if (document.querySelector(wanted) === null) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        times.readyMs = performance.now();
      });
    }).observe(document, { subtree: true, childList: true });
  }, selector);
  await page.goto(origin, { waitUntil: 'commit' });
  await page.waitForFunction(() => (globalThis as unknown as { times: Opened }).times.readyMs > 0);
  return page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    return { ...(globalThis as unknown as { times: Opened }).times, paintMs: paint?.startTime ?? 0 };
  });
}
