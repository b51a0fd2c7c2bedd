import { type BrowserContext, chromium, type Page, type TestInfo } from '@playwright/test';
import { cameraArgs, type Scene, sandboxArgs, writeCameraFile } from './camera-file.ts';
import { findChromium } from './find-chromium.ts';
import { openTill } from './till.ts';
import { openShop, type World } from './world.ts';

/** A till whose camera plays a film. */
export interface CameraTill {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Codes that the page has sent to be checked so far. */
  readonly checked: readonly string[];
}

interface CameraTillOptions {
  readonly film: readonly Scene[];
  /** More arguments for Chromium. */
  readonly args?: readonly string[];
}

/**
 * Opens a till in a separate browser whose camera plays `film` in a loop, and closes both
 * afterwards.
 */
export async function withCameraTill(
  world: World,
  testInfo: TestInfo,
  { film, args = [] }: CameraTillOptions,
  story: (till: CameraTill) => Promise<void>,
): Promise<void> {
  const path = testInfo.outputPath('camera.mjpeg');
  await writeCameraFile(path, film);
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...sandboxArgs(), ...cameraArgs(path), ...args] });
  try {
    const context = await browser.newContext({ permissions: ['camera'] });
    await openShop(context, world);
    const page = await context.newPage();
    const checked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/vouchers/check')) checked.push((request.postDataJSON() as { code: string }).code);
    });
    await openTill(page, world.origin);
    await story({ page, context, checked });
  } finally {
    await browser.close();
  }
}
