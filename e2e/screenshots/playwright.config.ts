import { defineConfig } from '@playwright/test';
import { sandboxArgs } from '../support/camera-file.ts';
import { findChromium } from '../support/find-chromium.ts';

/** Visits every screen and takes its screenshots; see `run.mjs` for the options. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results/screenshots',
  fullyParallel: true,
  workers: 2,
  timeout: 1_200_000,
  expect: { timeout: 30_000 },
  reporter: [['line']],
  use: {
    browserName: 'chromium',
    headless: true,
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    launchOptions: { executablePath: findChromium(), args: sandboxArgs() },
  },
});
