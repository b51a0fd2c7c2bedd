import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { diagnose } from '../../features/server-check/bff/diagnose.ts';
import { findPostgres } from '../../testing/databases/find-postgres.ts';
import { CANARY_PASSWORD, type PostgresPair, startPair } from '../../testing/databases/postgres.ts';
import { newDatabase, onStores, POSTGRES, removeDatabase } from '../../testing/databases/stores.ts';
import { createLogger } from '../platform/base/logging.ts';
import { readConfig } from '../platform/config/config.ts';
import { startService } from './service.ts';

/** A data folder goes with one database. */
const databaseOf = (url: string) => `${new URL(url).port}${new URL(url).pathname.replace('/', '-')}`;
/** No service listens at this address, and none is needed. */
const REMOTE = {
  VOUCHER_SERVICE: 'remote',
  MERCHANT_BASE_URL: 'http://127.0.0.1:9',
  MERCHANT_CLIENT_ID: 'shop',
  MERCHANT_CLIENT_SECRET: 'secret',
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
};

onStores([POSTGRES], () => {
  let folder: string;
  let pair: PostgresPair;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillside-standby-'));
    const found = findPostgres();
    if ('missing' in found) throw new Error(found.missing);
    pair = await startPair(found.programs, async (primary) => primary);
  });
  afterAll(async () => {
    await pair.stop();
    rmSync(folder, { recursive: true });
  });

  const env = (url: string, standby: 'on' | 'off') => ({
    ...REMOTE,
    DATA_DIR: join(folder, databaseOf(url)),
    DATABASE_URL: url,
    REQUIRE_SYNC_STANDBY: standby,
  });

  /**
   * Starts a server and stops it again.
   * @returns the message of a refused start; null if it started
   */
  async function start(url: string, standby: 'on' | 'off'): Promise<string | null> {
    try {
      const service = await startService({
        config: readConfig(env(url, standby)),
        log: createLogger('silent'),
        pages: '',
      });
      await service.close();
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async function ask(url: string, ...statements: string[]): Promise<unknown[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      let rows: unknown[] = [];
      for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
      return rows;
    } finally {
      await client.end();
    }
  }

  const setNames = (names: string) =>
    ask(pair.primary, `alter system set synchronous_standby_names = '${names}'`, 'select pg_reload_conf()');
  const stateIs = (state: string) =>
    vi.waitFor(
      async () =>
        expect(await ask(pair.primary, 'select sync_state from pg_stat_replication')).toEqual([{ sync_state: state }]),
      {
        timeout: 20_000,
        interval: 100,
      },
    );
  const doctor = async (standby: 'on' | 'off') => {
    const found = (await diagnose(env(pair.primary, standby))).find(({ subject }) => subject === 'standby');
    return { ok: found?.ok, message: found?.message };
  };

  it('a database with no standby, or a lagging one, is refused if a standby is required', async () => {
    const alone = await newDatabase('empty');
    expect(await start(alone, 'on')).toMatch(/^REQUIRE_SYNC_STANDBY is on, .* no standby follows this database/);
    expect(await start(alone, 'off')).toBeNull();
    await removeDatabase(alone);

    await stateIs('async');
    const said = await start(pair.primary, 'on');
    expect(said).toMatch(
      /^REQUIRE_SYNC_STANDBY is on, .* a standby follows with a delay: a failover can lose the last redemptions/,
    );
    expect(said).not.toContain(CANARY_PASSWORD);
    expect(await start(pair.primary, 'off')).toBeNull();
    expect(await doctor('off')).toEqual({
      ok: true,
      message: expect.stringContaining('a failover can lose the last redemptions'),
    });
    expect(await doctor('on')).toEqual({ ok: false, message: expect.stringContaining('REQUIRE_SYNC_STANDBY is on') });
  }, 60_000);

  it('a database whose commits wait for a standby is accepted, and the doctor reports that a failover loses nothing', async () => {
    await setNames('*');
    await stateIs('sync');
    expect(await start(pair.primary, 'on')).toBeNull();
    expect(await doctor('on')).toEqual({
      ok: true,
      message: 'every commit waits for a standby: a failover loses nothing that was confirmed',
    });
    await setNames('somebody_else');
    await stateIs('async');
    expect(await doctor('on')).toEqual({
      ok: false,
      message: expect.stringContaining('is not connected: nothing can be written'),
    });
    await setNames('');
  }, 60_000);

  it.each([
    ['off', 'would lose redemptions in a crash'],
    ['local', 'would lose redemptions when a standby takes over: set it to on'],
  ])(
    'a database with synchronous_commit %s is refused at the start, whether or not a standby is required',
    async (value, words) => {
      const url = await newDatabase('empty');
      await ask(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = ${value}`);
      const said = await start(url, 'off');
      expect(said).toContain(`it has synchronous_commit = ${value}, and ${words}`);
      await removeDatabase(url);
    },
  );
});
