import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../bff/platform/base/scope.ts';
import { migrate } from '../../bff/platform/store/migrate.ts';
import { JOURNAL_FILE, openSqlite } from '../../bff/platform/store/sqlite.ts';
import { mirror } from './mirror.ts';
import type { VoucherService } from './service.ts';
import type { CrashTill } from './till.ts';

const DAY_MS = 24 * 60 * 60_000;
const till: CrashTill = { origin: '', send: () => Promise.resolve(null) };

describe('a check of tables that a server is writing', () => {
  let folder: string;
  afterEach(async () => {
    vi.useRealTimers();
    await rm(folder, { recursive: true });
  });

  it('is repeated if the server locks the file for longer than the wait', async () => {
    folder = await mkdtemp(join(tmpdir(), 'tillside-held-'));
    const db = openSqlite(folder);
    await migrate(db);
    const period = { from_at: Date.now() - 40 * DAY_MS, to_at: Date.now(), began_at: Date.now() };
    await db
      .insertInto('reading')
      .values({ account: 'a' as Account, kind: 'span', ...period })
      .execute();
    await db.destroy();
    const file = join(folder, JOURNAL_FILE);
    const writing = new DatabaseSync(file);
    writing.exec('BEGIN IMMEDIATE');

    const service = { newVoucher: async () => 'a voucher', redeemPast: async () => {}, shown: async () => [] } as unknown as VoucherService;
    const wish = await mirror.prepare(service, till, { env: {}, files: [file], remove: async () => {} });
    vi.useFakeTimers();
    let isSettled = false;
    const settling = wish.settle(till).finally(() => {
      isSettled = true;
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isSettled).toBe(false);
    writing.exec('ROLLBACK');
    writing.close();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await settling).toEqual([]);
    expect(wish.ended()).toBe('complete');
  });
});
