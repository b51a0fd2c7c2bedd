import { defineConfig } from '@playwright/test';
import { sandboxArgs } from './support/camera-file.ts';
import { findChromium } from './support/find-chromium.ts';

const inCi = process.env['CI'] === 'true';

/** The files that take longest. A file is told from its first story to its last, and one of these, begun last, would end alone. */
const LONG = [
  'accessibility',
  'camera',
  'exactly-once',
  'journal-gap',
  'kinds',
  'navigation',
  'pay-link',
  'people',
  'printers',
  'registers',
  'screens',
  'shifts',
  'transactions',
  'two-servers',
].map((name) => `**/${name}.e2e.ts`);

/* The main jobs of each role are tagged `@main`: `npm test` tells them, and `npm run test:all` the others. */

/** What is told in other browsers has a rig of its own. */
const ELSEWHERE = '**/e2e/engines/**';

/**
 * Stories of people at the till, in a real browser. Four at a time, because a part of each is waiting: three left two cores idle for half of
 * the time, and with five a busy machine keeps some waiting too long. The longest files come first, so that no long one is told alone at the end.
 */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'rest', testMatch: '**/*.e2e.ts', testIgnore: [...LONG, ELSEWHERE] },
  ],
  outputDir: '../test-results',
  workers: 3,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: inCi,
  // A shared machine can stall for seconds. A story that needs its second try is reported as flaky, not hidden.
  retries: inCi ? 1 : 0,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    // A movement is waited for before anything is touched; those that look at motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace films every step, and costs a story half of its time: `--trace on` makes one on purpose.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // A till keeps the whole app once. The browser of a story is new and would fetch all of it beside the story, a quarter of its time; those that
    // need it, or that look at what is kept, allow it.
    serviceWorkers: 'block',
    // Playwright turns off that a frame has storage of its own on each site, and Chromium 156 then denies it any. The last list counts.
    launchOptions: {
      executablePath: findChromium(),
      args: [...sandboxArgs(), '--disable-features=Translate,HttpsUpgrades,OptimizationHints,MediaRouter,PaintHolding'],
    },
  },
});
