import { defineConfig } from '@playwright/test';
import { prepareEngines } from './support/find-engines.ts';

const inCi = process.env['CI'] === 'true';
const ENGINES = ['chromium', 'firefox', 'webkit'] as const;

prepareEngines();

/**
 * The main job of each role in every engine that tills have, each story written once. `--grep @always` tells the bounded share that `npm run test:all`
 * has. Two at a time: these browsers have windows, and draw them without a graphics card.
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
