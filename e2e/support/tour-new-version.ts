import type { BrowserContext } from '@playwright/test';
import { serveReleases } from './releases.ts';
import { openTill } from './till.ts';
import { heading, type Look, practiseAs } from './tour-kit.ts';
import { ask, type World } from './world.ts';

/** A new version of the app on a separate till whose browser caches the app. */
export async function newVersion(context: BrowserContext, world: World, look: Look): Promise<void> {
  const releases = await serveReleases(world.origin);
  await ask(context.request, world, 'POST', '/api/practice');
  await practiseAs(context, world, 'cashier');
  const page = await context.newPage();
  await openTill(page, releases.origin);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await openTill(page, releases.origin);
  releases.next();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await look('new version, empty till', page.getByText('A new version is ready.'));
  await page.keyboard.press('F9');
  await look('new version, locked', page.getByText('A new version is ready.'));
  await practiseAs(context, world, 'cashier');
  await context.setOffline(true);
  await page.reload();
  await look('no network', heading(page, 'No network'));
  await context.close();
  await releases.close();
}
