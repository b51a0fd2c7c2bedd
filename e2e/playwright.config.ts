import { defineConfig } from '@playwright/test';
import { sandboxArgs } from './support/camera-file.ts';
import { findChromium } from './support/find-chromium.ts';

const inCi = process.env['CI'] === 'true';

/**
 * The slowest files. The tests of a file run in sequence, so if one of these started last, the
 * others would wait for it.
 */
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

/*
 * The main tasks of each role are tagged `@main`: `npm test` runs them, and `npm run test:all` the
 * others.
 */

/** Tests of other browsers have their own configuration. */
const ELSEWHERE = '**/e2e/engines/**';

/**
 * Tests from a user's point of view, in a real browser. Four run in parallel, because much of each
 * is waiting: with three, two cores were idle half of the time, and with five a busy machine makes
 * some wait too long. The slowest files come first, so that none runs alone at the end.
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
    // An element that is not there is reported, instead of using up the test's time.
    actionTimeout: 60_000,
    // Playwright waits for animations before each click; tests of motion enable it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace films every step, and costs a story half of its time: `--trace on` makes one on purpose.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // A till caches the whole app once. In a test, the browser is new and would download all of it,
    // a quarter of the test's time. Tests that need the cache enable it.
    serviceWorkers: 'block',
    // Playwright disables partitioned storage for frames, and Chromium 156 then denies them any
    // storage. The last list counts.
    launchOptions: {
      executablePath: findChromium(),
      args: [...sandboxArgs(), '--disable-features=Translate,HttpsUpgrades,OptimizationHints,MediaRouter,PaintHolding'],
    },
  },
});
