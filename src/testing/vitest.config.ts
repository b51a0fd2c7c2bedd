import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Specs that the check leaves to `npm test`: they compute for seconds, or start a process. */
const LONG = '**/*.long.spec.{ts,tsx}';
/** Specs that `npm test` leaves to `npm run test:all`: built servers at work, drills, long ways. */
const FULL = '**/*.full.spec.{ts,tsx}';
const SIMULATION = 'src/testing/simulation/simulation.long.spec.ts';

/**
 * The selection of specs: those of the check, of `npm test`, what that leaves to
 * `npm run test:all`, or all.
 */
const speed = process.env['SPEED'] ?? 'all';
const leftOut = { check: [LONG, FULL], test: [FULL] }[speed] ?? [];
const specs = (all: string, rest: string[]) => ({
  include: speed === 'rest' ? rest : [all],
  exclude: [...configDefaults.exclude, ...leftOut],
});

/** The simulation runs longest, so it starts first, parallel to all others. */
class SimulationFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.endsWith('/simulation.long.spec.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Unit and integration tests, by the runtime that the code is for. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    /*
     * Specs often wait for a disk or a timer; another one can use the core meanwhile. A share like
     * 150% would be limited to the number of cores.
     */
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: SimulationFirst },
    projects: [
      {
        resolve: { alias: { '@node-rs/argon2': fileURLToPath(new URL('light-argon2.ts', import.meta.url)) } },
        test: {
          name: 'node',
          environment: 'node',
          /* Otherwise every file would load the server again. */
          isolate: false,
          ...specs('src/{client,contract,bff,sandbox,testing,tools,features/*/{contract,bff}}/**/*.spec.ts', [SIMULATION, FULL]),
          globalSetup: ['src/testing/databases/postgres-setup.ts'],
          /* Creating a database takes seconds, or longer on a busy machine. */
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        /* A screen is drawn within milliseconds, but not on every busy machine. */
        test: {
          name: 'page',
          environment: 'jsdom',
          ...specs('src/{pwa,reader,features/*/pwa}/**/*.spec.{ts,tsx}', []),
          isolate: false,
          setupFiles: ['src/pwa/testing/after-each.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
