import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startRestartingService } from '../../bff/app/restarting-service.ts';
import { createLogger } from '../../bff/platform/base/logging.ts';
import { readConfig } from '../../bff/platform/config/config.ts';
import { listen } from '../../bff/platform/http/listen.ts';
import { findPostgres } from '../databases/find-postgres.ts';
import { onStores, POSTGRES } from '../databases/stores.ts';
import type { Rig, Running } from './stages.ts';
import { type DrillOutcome, type Misfortune, tryOut } from './trial.ts';

const STOP_MS = 2_000;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-failover-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The server inside this process, because specs have no build. */
async function start(env: Readonly<Record<string, string>>): Promise<Running> {
  const lines: string[] = [];
  const log = createLogger('warn', { write: (line) => lines.push(line) });
  const config = readConfig({ ...env, PORT: '0' });
  const service = await startRestartingService({ config, log, pages: '' });
  const { port, stop } = await listen({ ...config, port: 0, fetch: service.fetch, log });
  const end = async () => {
    service.drain();
    await stop(STOP_MS);
    await service.close();
  };
  return { origin: `http://${config.host}:${port}`, output: () => lines.join(''), kill: end, stop: end };
}

async function takeOver(misfortune: Misfortune): Promise<DrillOutcome> {
  const found = findPostgres();
  if ('missing' in found) throw new Error(found.missing);
  const tool = () => Promise.reject(new Error('a failover needs no command'));
  const rig: Rig = { start, tool, postgres: found.programs, folder };
  return tryOut(misfortune, rig);
}

function expectHonest({ wishes, sales, orders, doubles, falseWords, issuedTwice, faults }: DrillOutcome): void {
  expect(faults).toEqual([]);
  expect({ doubles, falseWords, issuedTwice }).toEqual({ doubles: 0, falseWords: 0, issuedTwice: 0 });
  expect(Math.min(wishes, sales, orders)).toBeGreaterThan(0);
}

onStores([POSTGRES], () => {
  it('no voucher pays twice when a lagging standby takes over, and every capture is known to a till or a manager', async () => {
    const outcome = await takeOver('failover');
    expectHonest(outcome);
    expect(outcome.closedMs).not.toBeNull();
  }, 180_000);

  it('a synchronous standby that takes over has every confirmed redemption', async () => {
    const outcome = await takeOver('synchronous-failover');
    expectHonest(outcome);
    expect(outcome.lost).toBe(0);
  }, 180_000);
});
