import { faultsIn, type Guise, TONGUES } from '../support/guises.ts';
import { missesOf } from '../support/reach.ts';
import { tour } from '../support/tour.ts';
import type { Look } from '../support/tour-kit.ts';
import { expect, test } from '../support/world.ts';

const isDeep = process.env['DEEP'] === 'true';

/* The issuer stays silent for as long as the looks at an open redemption take. */
test.use({ settings: { VOUCHER_SERVICE: 'sandbox', UPSTREAM_TIMEOUT_MS: '60000' }, trace: 'off', actionTimeout: 10_000 });

/** Checks each screen in several appearances, and collects the faults. */
function looking(faults: string[], guisesOf: (screen: number) => readonly Guise[]): Look {
  let screens = 0;
  return async (screen, sign) => {
    await expect(sign).toBeVisible();
    for (const guise of guisesOf(screens)) faults.push(...(await faultsIn(sign.page(), screen, guise)));
    screens += 1;
  };
}

if (isDeep) {
  for (const language of TONGUES) {
    test(`every screen in ${language} has no accessibility violations in light, dark and enlarged display`, async ({
      page,
      context,
      browser,
      world,
    }) => {
      test.setTimeout(900_000);
      const faults: string[] = [];
      const guises = [true, false].flatMap((largeLetters) =>
        (['light', 'dark'] as const).map((colorScheme) => ({ language, colorScheme, largeLetters })),
      );
      await tour(
        { page, context, browser, world },
        looking(faults, () => guises),
      );
      expect(faults).toEqual([]);
    });
  }
} else {
  /* One tour for both looks: going through the screens takes longer than either. */
  test('every sixth screen has no accessibility violations, and every control can be tapped, in each window size', async ({
    page,
    context,
    browser,
    world,
  }) => {
    test.setTimeout(700_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const faults: string[] = [];
    /* Each screen gets one guise of the twenty; numbers that share no factor let neighbours differ in all. */
    const guiseOf = (screen: number): Guise => ({
      language: TONGUES[(screen + 1) % TONGUES.length] ?? 'en',
      colorScheme: Math.floor(screen / 2) % 2 === 0 ? 'dark' : 'light',
      largeLetters: screen % 2 === 0,
    });
    const inGuises = looking(faults, (screen) => (screen % 6 === 0 ? [guiseOf(screen / 6)] : []));
    await tour({ page, context, browser, world }, async (screen, sign) => {
      await inGuises(screen, sign);
      faults.push(...(await missesOf(sign.page(), screen)));
    });
    expect(faults).toEqual([]);
  });
}
