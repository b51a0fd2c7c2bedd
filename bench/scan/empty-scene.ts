import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { cameraArgs, type Scene, sandboxArgs, writeCameraFile } from '../../e2e/support/camera-file.ts';
import { findChromium } from '../../e2e/support/find-chromium.ts';

/** Time until the engines have started and the scene counts as still. */
const SETTLE_MS = 8_000;
const WATCH_MS = 20_000;
const PICTURES = 12;
/** Each picture of a sensor has different noise. */
const pictures = (change: (turn: number, index: number) => Partial<Scene>): Scene[] =>
  Array.from({ length: PICTURES }, (_, index) => ({
    codes: [],
    clutter: 1,
    grain: 12,
    seconds: 1 / 30,
    ...change((2 * Math.PI * index) / PICTURES, index),
  }));
const FILMS = {
  'lies still': pictures(() => ({})),
  flickers: pictures((turn) => ({ light: 6 * Math.cos(3 * turn) })),
  'is held in a hand': pictures((turn) => ({ moved: [4 * Math.sin(turn), 3 * Math.cos(turn)] })),
  'moves all the time': pictures((_, index) => ({ clutter: index + 1 })),
} as const;

/**
 * Prints the share of a core that a page with the live scanner uses while nothing is under the
 * camera.
 * @param folder for the films
 */
export async function filmEmptyScene(folder: string, origin: string): Promise<void> {
  for (const [name, scenes] of Object.entries(FILMS)) {
    const film = join(folder, `${name.replaceAll(' ', '-')}.mjpeg`);
    await writeCameraFile(film, scenes);
    const browser = await chromium.launch({ executablePath: findChromium(), args: [...sandboxArgs(), ...cameraArgs(film)] });
    try {
      const page = await browser.newPage();
      await page.goto(`${origin}/bench/scan/index.html?camera`);
      await page.waitForFunction(() => document.querySelector('video')?.videoWidth);
      await setTimeout(SETTLE_MS);
      const before = await pageSeconds(browser);
      await setTimeout(WATCH_MS);
      const share = ((await pageSeconds(browser)) - before) / (WATCH_MS / 1_000);
      process.stdout.write(`  a scene without a code that ${name}: ${share.toFixed(2)} of a core, with its workers\n`);
    } finally {
      await browser.close();
    }
  }
}

/** Processor time of the browser's pages, with their workers, in seconds. */
async function pageSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
