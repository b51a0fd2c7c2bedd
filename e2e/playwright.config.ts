import { defineConfig } from '@playwright/test';
import { sandboxArgs } from './support/camera-file.ts';
import { findChromium } from './support/find-chromium.ts';

const inCi = process.env['CI'] === 'true';

/** Stories of people at the till, in a real browser. One worker: the machines that run this have two cores, and the server takes the other. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  workers: 1,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  forbidOnly: inCi,
  retries: 0,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: sandboxArgs() },
  },
});
