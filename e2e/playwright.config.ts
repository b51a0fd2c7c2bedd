import { defineConfig } from '@playwright/test';
import { sandboxArgs } from './support/camera-file.ts';
import { findChromium } from './support/find-chromium.ts';

const inCi = process.env['CI'] === 'true';

/** Stories of people at the till, in a real browser. Three at a time: a part of each is waiting. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: inCi,
  // A shared machine can stall for seconds. A story that needs its second try is reported as flaky, not hidden.
  retries: inCi ? 1 : 0,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    // A trace films every step, and costs a story half of its time: `--trace on` makes one on purpose.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // A till keeps the whole app once. The browser of a story is new and would fetch all of it beside the story, a quarter of its time; those that
    // need it, or that look at what is kept, allow it.
    serviceWorkers: 'block',
    launchOptions: { executablePath: findChromium(), args: sandboxArgs() },
  },
});
