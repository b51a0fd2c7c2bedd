import { findChromium } from '../../support/find-chromium.ts';
import { ask, test as base, expect, openShop, PEOPLE, signIn, type World } from '../../support/world.ts';
import type { Browser, Engine, Tab } from './browser.ts';
import { startChromium } from './chromium.ts';
import { findFirefox, findWebkit, whyNot } from './find-engines.ts';
import { startFirefox } from './firefox.ts';
import { type Screen, screenOf } from './screen.ts';
import { startWebkit } from './webkit.ts';

export { expect, PEOPLE };

/** The viewport of an iPad in portrait orientation. */
const TABLET = { width: 820, height: 1180 };
const DEVICE = 'Tablet 1';

interface EngineWorker {
  readonly engine: Engine;
  /**
   * Null if the engine is not on this machine; tests that need a screen are then skipped, with the
   * reason.
   */
  readonly started: Browser | null;
}

interface EngineStory {
  /** A tab without a page. */
  readonly view: Screen;
  /** Enrols the tab as a till of a shop, and unlocks it. `before` runs while it is locked. */
  readonly openAs: (who: keyof typeof PEOPLE, before?: (tab: Tab) => Promise<void>) => Promise<Screen>;
}

/**
 * Every test runs in the engine of its project, in a new tab, with a voucher service and a server
 * of its own.
 */
export const test = base.extend<EngineStory, EngineWorker>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  started: [
    async ({ engine }, use) => {
      const browser = await start(engine);
      await use(browser);
      await browser?.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  view: async ({ started, engine }, use, testInfo) => {
    if (started === null) {
      testInfo.skip(engine !== 'chromium', whyNot(engine === 'firefox' ? 'firefox' : 'webkit'));
      return;
    }
    const tab = await started.newTab();
    await tab.resize(TABLET);
    await use(screenOf(tab));
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = await tab.ask(() => `${location.pathname}\n${document.body.innerText}`, null);
      await testInfo.attach('what the page says', { body, contentType: 'text/plain' });
    }
    await tab.close();
  },
  openAs: async ({ view, world, playwright }, use) => {
    const request = await playwright.request.newContext();
    await use(async (who, before) => {
      await openShop({ request }, world);
      await signIn({ request }, world, 'manager');
      await ask(request, world, 'POST', '/api/people', { ...PEOPLE.stock, role: 'stock' });
      const made = await ask(request, world, 'POST', '/api/devices/codes');
      await join(view, world, made?.['code'] ?? '');
      await before?.(view.tab);
      await unlock(view, who);
      return view;
    });
    await request.dispose();
  },
});

async function start(engine: Engine): Promise<Browser | null> {
  switch (engine) {
    case 'chromium':
      return startChromium(findChromium());
    case 'firefox': {
      const path = findFirefox();
      return path === null ? null : startFirefox(path);
    }
    case 'webkit': {
      const programs = findWebkit();
      return programs === null ? null : startWebkit(programs);
    }
  }
}

/** Enrols the device with the address that a manager shows. */
async function join({ tab, type, press, see }: Screen, { origin }: World, code: string): Promise<void> {
  await tab.open(`${origin}/#enrol=${code}`);
  await type({ role: 'textbox', name: 'Device name' }, DEVICE);
  await press('Enter');
  await see({ role: 'heading', name: 'Sign in' });
}

/** Chooses a name on the locked till and types the PIN on its keypad’s field. */
export async function unlock(screen: Screen, who: keyof typeof PEOPLE): Promise<void> {
  const { name, pin } = PEOPLE[who];
  await screen.click({ role: 'button', name: new RegExp(`^${name}`) });
  await screen.read(`PIN for ${name}`);
  await screen.write(pin);
  await screen.read(`${name} · ${DEVICE}`);
}
