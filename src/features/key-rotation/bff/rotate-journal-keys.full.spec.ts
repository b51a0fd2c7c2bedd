import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShopStore } from '../../../bff/app/shop-store.ts';
import { verifyTrail } from '../../../bff/platform/audit/verify.ts';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import { systemClock, systemRandom } from '../../../bff/platform/base/ports.ts';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { readRotations } from '../../../bff/platform/storage/key-ring.ts';
import { openExisting } from '../../../bff/platform/storage/open-existing.ts';
import { signInToPractise, useMachines } from '../../../testing/databases/machines.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { at } from '../../../testing/rigs/people.ts';
import type { TestBrowser } from '../../../testing/test-server.ts';
import { backupSourceOf } from '../../backups/bff/backup-source.ts';
import { makeBackup } from '../../backups/bff/make-backup.ts';
import { restoreJournal } from '../../backups/bff/restore-journal.ts';
import { diagnose } from '../../server-check/bff/diagnose.ts';

const log = createLogger('silent');
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** The folder next to the packages with native parts, which cannot be bundled. */
let built: string;

beforeAll(async () => {
  built = mkdtempSync(join(ROOT, 'node_modules', '.tillside-rotate-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: ['@photostructure/sqlite'] },
    build: {
      ssr: 'src/features/key-rotation/bff/commands/rotate-keys.ts',
      outDir: built,
      emptyOutDir: false,
      target: 'node20',
    },
  });
}, 60_000);
afterAll(() => rmSync(built, { recursive: true }));

/** Runs the command in its own process, so that its wait for a lock does not block the server. */
function command(
  env: Record<string, string>,
  args: readonly string[] = [],
): { child: ChildProcess; said: Promise<string> } {
  const child = spawn(process.execPath, [join(built, 'rotate-keys.js'), ...args], { env: { ...process.env, ...env } });
  const said = new Promise<string>((resolve) => {
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (text += piece.toString()));
    child.on('close', () => resolve(text));
  });
  return { child, said };
}

onStores([SQLITE, POSTGRES], (kind) => {
  const { path, machine, start, stop } = useMachines(kind);

  async function redeem(browser: TestBrowser, code: string): Promise<string> {
    const id = randomUUID();
    const { body } = await browser.send('PUT', `/api/tenders/${id}`, { code, amount: 1, currency: 'SGD' });
    expect(at(body, 'state')).toBe('captured');
    return id;
  }

  const rotate = (env: Record<string, string>, ...args: string[]) => command(env, args).said;
  async function isBegun(env: Record<string, string>): Promise<boolean> {
    const { db } = await openExisting(readConfig(env), 'key_rotation');
    const rotations = await readRotations(db);
    await db.destroy();
    return rotations.length > 0;
  }
  const aboutKeys = async (env: Record<string, string>) =>
    (await diagnose(env)).find(({ subject }) => subject === 'keys');

  it('redemptions continue while the keys are rotated, and all older data is read with only the new key', async () => {
    const env = await machine('shop');
    const browser = await start(env);
    const code = await signInToPractise(browser);
    const file = join(env['DATA_DIR'] ?? '', 'keys');
    const old = readFileSync(file, 'utf8');
    const backup = path('backup');
    await makeBackup(backupSourceOf(readConfig(env), true), backup);
    const ids = [await redeem(browser, code)];
    expect(await aboutKeys(env)).toMatchObject({ ok: true, message: expect.stringContaining('never rotated') });

    const first = command(env);
    while (!(await isBegun(env))) ids.push(await redeem(browser, code));
    first.child.kill('SIGKILL');
    await first.said;
    expect(await aboutKeys(env)).toMatchObject({ ok: false, message: expect.stringContaining('is not finished') });
    ids.push(await redeem(browser, code));
    const second = command(env);
    while (second.child.exitCode === null) ids.push(await redeem(browser, code));
    expect(await second.said).toContain('Sealing key 2 is used by every server');
    expect(second.child.exitCode).toBe(0);
    ids.push(await redeem(browser, code));
    expect(ids.length).toBeGreaterThan(3);
    expect(readFileSync(file, 'utf8')).not.toBe(old);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(await aboutKeys(env)).toMatchObject({
      ok: true,
      message: expect.stringContaining('sealing key 2 is used; rotated'),
    });
    await stop();

    const { store, keys } = await openShopStore(readConfig(env), log);
    const sealed = await store.db.selectFrom('tender').select('ref_sealed').orderBy('created_at').execute();
    expect(new Set(sealed.map(({ ref_sealed }) => keys.open(ref_sealed))).size).toBe(1);
    expect(sealed.at(-1)?.ref_sealed).toMatch(/^2\./);
    const [verdict] = await verifyTrail(store.db, keys, []);
    expect(verdict?.fault).toBeNull();
    const entries = await store.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'data.keys-rotated')
      .execute();
    expect(entries).toEqual([{ details: '{"number":2}' }]);
    await store.close();
    const later = await start(env);
    await signInToPractise(later);
    for (const id of ids) expect(at((await later.send('GET', `/api/tenders/${id}`)).body, 'state')).toBe('captured');
    await stop();

    const given = { ...env, DATA_KEY: old.trim() };
    await expect(start(given)).rejects.toThrow('DATA_KEY is not the key of this database');
    expect(await aboutKeys(given)).toMatchObject({
      ok: false,
      message: expect.stringContaining('DATA_KEY is not the key'),
    });

    const elsewhere = await machine('elsewhere');
    const restore = { folder: backup, replace: false, clock: systemClock, random: systemRandom };
    const withNew = { ...elsewhere, DATA_KEY: readFileSync(file, 'utf8').trim() };
    await expect(restoreJournal({ ...restore, config: readConfig(withNew) })).rejects.toThrow(
      'DATA_KEY is not the key of this backup',
    );
    await restoreJournal({ ...restore, config: readConfig(elsewhere) });
    expect(readFileSync(join(elsewhere['DATA_DIR'] ?? '', 'keys'), 'utf8')).toBe(old);
    /* Here no server runs that has to be waited for. */
    expect(await rotate(elsewhere)).toContain('DATA_DIR/keys contains the new one');
    await start(elsewhere);
  }, 120_000);

  it('a data key from the settings is created in a file, and the old key stays valid until the servers have the new key', async () => {
    const shop = await machine('shop');
    const env = { ...shop, DATA_KEY: Buffer.alloc(32, 5).toString('base64') };
    const browser = await start(env);
    const code = await signInToPractise(browser);
    expect(await rotate(env)).toContain('--to FILE');
    const to = path('next-key');
    expect(await rotate(env, '--to', to)).toContain('Now give every server the new data key');
    expect(await aboutKeys(env)).toMatchObject({ ok: false, message: expect.stringContaining('is not finished') });
    await redeem(browser, code);
    await stop();
    await start(env);
    await stop();
    const renewed = { ...env, DATA_KEY: readFileSync(to, 'utf8').trim() };
    const after = await start(renewed);
    expect(await rotate(renewed)).toContain('The old data key no longer opens the journal');
    await redeem(after, await signInToPractise(after));
    await stop();
    await expect(start(env)).rejects.toThrow('DATA_KEY is not the key of this database');
    expect(existsSync(join(shop['DATA_DIR'] ?? '', 'keys'))).toBe(false);
  }, 120_000);
});
