import { missesOf } from '../support/reach.ts';
import { tour } from '../support/tour.ts';
import type { Look } from '../support/tour-kit.ts';
import { expect, test } from '../support/world.ts';

/* With the banner of practising, so that the least room is left. The issuer stays silent for as long as a story of it takes. */
test.use({ settings: { VOUCHER_SERVICE: 'sandbox', UPSTREAM_TIMEOUT_MS: '20000' }, trace: 'off', actionTimeout: 5000 });

/* Every run has it in the tour of the screens. */
test('whatever can be used on a screen is what a finger on its middle hits, in every window', async ({ page, context, browser, world }) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const misses: string[] = [];
  const look: Look = async (screen, sign) => {
    await expect(sign).toBeVisible();
    misses.push(...(await missesOf(sign.page(), screen)));
  };
  await tour({ page, context, browser, world }, look);
  expect(misses).toEqual([]);
});
