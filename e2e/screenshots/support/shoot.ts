import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Language } from '../../../src/contract/platform/languages.ts';
import { LANGUAGES } from '../../../src/contract/platform/languages.ts';
import { faultsAsItIs } from '../../support/audit.ts';
import { test as base } from '../../support/world.ts';
import { SCREENS, type ScreenName } from './screens.ts';

const SIZES = { phone: { width: 390, height: 844 }, tablet: { width: 820, height: 1180 }, desk: { width: 1440, height: 900 } };

interface Wanted {
  readonly languages: readonly Language[];
  readonly sizes: readonly (keyof typeof SIZES)[];
  readonly themes: readonly ('light' | 'dark')[];
  /** Parts of the names of screens; empty for all of them. */
  readonly screens: readonly string[];
  readonly folder: string;
  /** Also checks accessibility, and writes what it finds to `faults.txt`. */
  readonly audit: boolean;
}

const wanted = JSON.parse(process.env['SCREENSHOTS'] ?? '{}') as Wanted;
/** A page without changes for this long is completely rendered. */
const QUIET_MS = 120;
const QUIET_TRIES = 25;

interface Shot {
  /** Takes the full page instead of the visible part. */
  readonly whole?: boolean;
  /** In print. */
  readonly paper?: boolean;
  /** Another page than that of the test. */
  readonly of?: Page;
}

/**
 * A test that takes screenshots along its way. It runs in English; for other languages, the page
 * switches and returns.
 */
export const test = base.extend<{ shoot: (name: ScreenName, shot?: Shot) => Promise<void> }>({
  shoot: async ({ page }, use) => {
    await use(async (name, { whole = false, paper = false, of = page } = {}) => {
      if (wanted.screens.length > 0 && !wanted.screens.some((part) => name.includes(part))) return;
      const number = String(SCREENS.indexOf(name) + 1).padStart(2, '0');
      for (const language of wanted.languages) {
        await speak(of, language);
        for (const size of wanted.sizes) {
          await of.setViewportSize(SIZES[size]);
          for (const theme of wanted.themes) {
            await of.emulateMedia({ colorScheme: theme, media: paper ? 'print' : 'screen' });
            await quiet(of);
            const path = join(wanted.folder, `${number}-${name}--${size}--${theme}--${language}.png`);
            await of.screenshot({ path, fullPage: whole, animations: 'disabled', caret: 'hide' });
            if (!wanted.audit || paper) continue;
            const faults = (await faultsAsItIs(of)).map((fault) => `${name}, ${size}, ${theme}, ${language}: ${fault}\n`);
            appendFileSync(join(wanted.folder, 'faults.txt'), faults.join(''));
          }
        }
      }
      await of.emulateMedia({ media: 'screen' });
      await speak(of, 'en');
      await of.setViewportSize(SIZES.desk);
      const here = new Set(readdirSync(wanted.folder).map((file) => file.split('--')[0]));
      here.delete('index.html');
      process.stdout.write(`${name}: ${here.size} of ${SCREENS.length} screens\n`);
    });
  },
});

/** Changes the language like another tab: everything else stays as it is. */
async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('tillside.language', chosen);
    dispatchEvent(new StorageEvent('storage', { key: 'tillside.language' }));
  }, language);
  await page.waitForFunction((tag) => document.documentElement.lang === tag, LANGUAGES[language].tag);
  await quiet(page);
}

/** Waits until the text of the page is stable for a moment; running clocks are ignored. */
async function quiet(page: Page): Promise<void> {
  let before = '';
  for (let tries = 0; tries < QUIET_TRIES; tries += 1) {
    const now = await page.evaluate(() => document.body.innerText);
    if (now === before && now.trim() !== '') return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
}
