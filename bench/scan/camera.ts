import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { cameraArgs, MARK, type SceneCode, sandboxArgs, writeCameraFile } from '../../e2e/support/camera-file.ts';
import { findChromium } from '../../e2e/support/find-chromium.ts';
import type { BenchScan } from './bench-window.ts';
import { filmEmptyScene } from './empty-scene.ts';
import { servePages } from './pages.ts';
import { quantile } from './score.ts';

/** The code is gone for longer than a code may be absent and still count as in view. */
const FILM = { emptySeconds: 1.63, codeSeconds: 0.9 } as const;
const WATCH_MS = 45_000;
const THROTTLE = 4;
const CODES: readonly SceneCode[] = [
  { kind: 'qr', text: '1000000050' },
  { kind: 'code128', text: '1000000050' },
];

declare global {
  interface Window {
    /** Times of the page's clock, filled by {@link watch}. */
    watched: { cameIntoView: number[]; decodes: number; longTasks: number[]; since: number };
  }
}

interface Figures {
  /** From the first picture with the code on the screen to the scan event, ms, ascending. */
  readonly waits: readonly number[];
  readonly missed: number;
  readonly decodesPerSecond: number;
  readonly longTasks: readonly number[];
}

/**
 * Plays films to the live scanner as a camera of 1280×720, with and without a throttled processor,
 * and prints how long a code takes, and the cost of a scene without one.
 * @param minutes how long to measure memory afterwards
 */
export async function filmCamera(minutes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tillside-bench-'));
  const pages = await servePages(() => Promise.resolve(null));
  process.stdout.write('\nCamera, 1280×720 at 30 frames/s: ms from the first picture with the code to the event\n');
  try {
    for (const code of CODES) {
      const film = join(folder, `${code.kind}.mjpeg`);
      await writeCameraFile(film, [
        { codes: [], seconds: FILM.emptySeconds },
        { codes: [code], seconds: FILM.codeSeconds },
      ]);
      const browser = await chromium.launch({ executablePath: findChromium(), args: [...sandboxArgs(), ...cameraArgs(film)] });
      try {
        for (const throttle of [1, THROTTLE])
          report(code.kind, throttle, await measure(await openScanner(await browser.newPage(), pages.origin, throttle)));
        if (minutes > 0 && code.kind === 'qr') await watchMemory(await openScanner(await browser.newPage(), pages.origin, 1), minutes);
      } finally {
        await browser.close();
      }
    }
    await filmEmptyScene(folder, pages.origin);
  } finally {
    await pages.close();
    await rm(folder, { recursive: true });
  }
}

async function openScanner(page: Page, origin: string, throttle: number): Promise<Page> {
  await page.addInitScript(watch, MARK);
  await page.goto(`${origin}/bench/scan/index.html?camera`);
  await page.waitForFunction(() => window.scanned?.length > 0, undefined, { timeout: 60_000 });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  return page;
}

/**
 * Runs in the page before its own code: records when a code comes into view, how many pictures are
 * sent to the worker, and long tasks.
 */
function watch(mark: typeof MARK): void {
  window.watched = { cameIntoView: [], decodes: 0, longTasks: [], since: 0 };
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function count(this: Worker, ...args: unknown[]) {
    window.watched.decodes++;
    Reflect.apply(post, this, args);
  };
  new PerformanceObserver((list) => window.watched.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  });
  /* Reads only a few pixels from memory: drawing the picture would burden the measured thread. */
  const pixels = new Uint8Array(64);
  const rect = { x: mark.insideX, y: mark.insideY, width: 2, height: 2 };
  let wasLit = false;
  const look = async (video: HTMLVideoElement) => {
    const at = performance.now();
    const isLit = await isMarked(video);
    if (isLit && !wasLit) window.watched.cameIntoView.push(at);
    wasLit = isLit;
    follow(video);
  };
  const isMarked = async (video: HTMLVideoElement) => {
    try {
      const frame = new VideoFrame(video);
      await frame.copyTo(pixels, { rect });
      frame.close();
      return (pixels[0] ?? 0) > 128;
    } catch {
      // The very first picture is not available yet.
      return false;
    }
  };
  const follow = (video: HTMLVideoElement) => video.requestVideoFrameCallback(() => void look(video));
  const wait = setInterval(() => {
    const video = document.querySelector('video');
    if (!video) return;
    clearInterval(wait);
    follow(video);
  }, 20);
}

async function measure(page: Page): Promise<Figures> {
  await page.evaluate(() => {
    window.scanned.length = 0;
    window.watched = { cameIntoView: [], decodes: 0, longTasks: [], since: performance.now() };
  });
  await setTimeout(WATCH_MS);
  const { watched, scanned, now } = await page.evaluate(() => ({
    watched: window.watched,
    scanned: window.scanned.map(({ clock }: BenchScan) => clock),
    now: performance.now(),
  }));
  await page.close();
  const whole = watched.cameIntoView.filter((at) => at < now - FILM.codeSeconds * 1_000);
  const waits = whole.flatMap((at) =>
    scanned
      .filter((event) => event >= at && event < at + FILM.codeSeconds * 1_000)
      .slice(0, 1)
      .map((event) => event - at),
  );
  return {
    waits: waits.sort((a, b) => a - b),
    missed: whole.length - waits.length,
    decodesPerSecond: (watched.decodes / (now - watched.since)) * 1_000,
    longTasks: watched.longTasks,
  };
}

function report(kind: string, throttle: number, { waits, missed, decodesPerSecond, longTasks }: Figures): void {
  const what = `${kind}${throttle > 1 ? `, page throttled ${throttle}×` : ''}`;
  const wait = `median ${quantile(waits, 0.5).toFixed(0)}, p95 ${quantile(waits, 0.95).toFixed(0)}, of ${waits.length + missed} missed ${missed}`;
  const tasks = `${longTasks.length} long tasks${longTasks.length > 0 ? ` (max ${Math.max(...longTasks).toFixed(0)} ms)` : ''}`;
  process.stdout.write(
    `  ${what.padEnd(28)} ${wait}; ${decodesPerSecond.toFixed(1)} pictures decoded a second; ${tasks} in ${WATCH_MS / 1_000} s\n`,
  );
}

/**
 * The page's heap, and the memory of its process with the workers, in MB once a minute, each after
 * a garbage collection.
 */
async function watchMemory(page: Page, minutes: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  for (let minute = 0; minute <= minutes; minute++) {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
    const whole = await residentBytes(page);
    process.stdout.write(`  memory after ${minute} min: page ${(heap / 1e6).toFixed(1)} MB, its process ${(whole / 1e6).toFixed(0)} MB\n`);
    if (minute < minutes) await setTimeout(60_000);
  }
  await page.close();
}

/** The memory of the largest of the browser's page processes, which is by far the measured page. */
async function residentBytes(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  await session?.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = await Promise.all(
    pages.map(async ({ id }) => Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) * 1_024),
  );
  return Math.max(0, ...sizes);
}
