import { chromium } from '@playwright/test';
import { cameraArgs, sandboxArgs, writeCameraFile } from './support/camera-file.ts';
import { findChromium } from './support/find-chromium.ts';
import { openTill, verdict } from './support/till.ts';
import { expect, openShop, test } from './support/world.ts';

for (const { kind, what } of [
  { kind: 'qr', what: 'a QR code' },
  { kind: 'code128', what: 'a Code 128' },
] as const) {
  test(`the camera reads ${what}: scan, check, redeem, verdict, and the issuer’s ledger agrees`, async ({ world }, testInfo) => {
    const ref = '1000000050';
    const film = testInfo.outputPath(`${kind}.mjpeg`);
    await writeCameraFile(film, [
      { codes: [], seconds: 1 },
      { codes: [{ kind, text: ref }], seconds: 2 },
    ]);
    const browser = await chromium.launch({ executablePath: findChromium(), args: [...sandboxArgs(), ...cameraArgs(film)] });
    try {
      const context = await browser.newContext({ permissions: ['camera'] });
      await openShop(context, world);
      const page = await context.newPage();
      await openTill(page, world.origin);
      await page.getByRole('button', { name: 'Redeem SGD 50.00' }).click({ timeout: 15_000 });
      await expect(verdict(page, 'Taken')).toBeVisible();
      expect(await world.captures(ref)).toEqual([5000]);
    } finally {
      await browser.close();
    }
  });
}
