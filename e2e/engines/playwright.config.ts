import { defineConfig } from '@playwright/test';
import { prepareEngines } from './support/find-engines.ts';

const inCi = process.env['CI'] === 'true';
const ENGINES = ['chromium', 'firefox', 'webkit'] as const;

prepareEngines();

/**
 * The main task of each role in all browser engines of tills; each test is written once.
 * `--grep @always` selects the limited part of `npm run test:all`. Two run in parallel, because
 * these browsers have windows and draw without a graphics card.
 */
export default defineConfig<{ engine: (typeof ENGINES)[number] }>({
  testDir: '.',
  testMatch: '*.e2e.ts',
  projects: ENGINES.map((engine) => ({ name: engine, use: { engine } })),
  outputDir: '../../test-results/engines',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: inCi,
  retries: inCi ? 1 : 0,
  reporter: [['list']],
});
