import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diagnose } from '../../features/server-check/bff/diagnose.ts';
import { newDatabase, onStores, POSTGRES, removeDatabase } from '../../testing/databases/stores.ts';
import { KEY_BYTES } from '../platform/base/keys.ts';
import { createLogger } from '../platform/base/logging.ts';
import { readConfig } from '../platform/config/config.ts';
import { findJournal } from '../platform/storage/journal-state.ts';
import { migrate } from '../platform/store/migrate.ts';
import { openPostgres } from '../platform/store/postgres.ts';
import { openSqlite } from '../platform/store/sqlite.ts';
import { startService } from './service.ts';

const JOURNAL = 'tillside.sqlite';
const KEY = Buffer.alloc(KEY_BYTES, 5).toString('base64');
const LOST =
  'DATA_DIR contains a key but no journal: restore tillside.sqlite with its -wal, or remove keys and journal-id to start with an empty journal';
/**
 * A service that does not exist, because these tests need none. Training mode would create people
 * and vouchers at each start.
 */
const REMOTE = {
  VOUCHER_SERVICE: 'remote',
  MERCHANT_BASE_URL: 'http://127.0.0.1:9',
  MERCHANT_CLIENT_ID: 'shop',
  MERCHANT_CLIENT_SECRET: 'secret',
};
let root: string;
let folder: string;
let logged: string[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tillside-lost-'));
  folder = join(root, 'data');
  logged = [];
});
afterEach(() => rmSync(root, { recursive: true }));

const own = (name: string, at = folder) => join(at, name);
const idIn = (at = folder) => readFileSync(own('journal-id', at), 'utf8');

/** Puts another journal, with all its files, in the place of the own one. */
function swapFor(other: string): void {
  for (const name of [JOURNAL, `${JOURNAL}-wal`, `${JOURNAL}-shm`]) {
    rmSync(own(name), { force: true });
    if (existsSync(own(name, other))) cpSync(own(name, other), own(name));
  }
}

/** A database with tables but without a journal. */
async function makeTables(): Promise<void> {
  const db = openSqlite(folder);
  await migrate(db);
  await db.destroy();
}

/** Starts a server and stops it again. */
async function start(env: Record<string, string> = {}): Promise<void> {
  const config = readConfig({ ...REMOTE, DATA_DIR: folder, ...env });
  const log = createLogger('warn', { write: (line) => logged.push(line) });
  const service = await startService({ config, log, pages: '' });
  await service.close();
}

/** The doctor's findings about the store. */
async function doctor(env: Record<string, string> = {}) {
  const { ok, message } =
    (await diagnose({ ...REMOTE, DATA_DIR: folder, ...env })).find(({ subject }) => subject === 'store') ?? {};
  return { ok, message };
}

describe('a missing journal', () => {
  beforeEach(() => start());

  it('is not replaced by an empty one when its file was deleted', async () => {
    rmSync(own(JOURNAL));
    await expect(start()).rejects.toThrow(LOST);
    await expect(start()).rejects.toThrow(LOST);
    expect(existsSync(own(JOURNAL))).toBe(false);
    expect(await doctor()).toEqual({ ok: false, message: LOST });
  });

  it('is not replaced when its file is empty, and its other files stay unchanged', async () => {
    truncateSync(own(JOURNAL));
    writeFileSync(own(`${JOURNAL}-wal`), 'all that is left');
    await expect(start()).rejects.toThrow(LOST);
    expect(await doctor()).toEqual({ ok: false, message: LOST });
    expect(readFileSync(own(`${JOURNAL}-wal`), 'utf8')).toBe('all that is left');
  });

  it('is not replaced when its file holds only tables, as after losing its -wal file', async () => {
    rmSync(own(JOURNAL));
    await makeTables();
    await expect(start()).rejects.toThrow(LOST);
    expect(await doctor()).toEqual({ ok: false, message: LOST });
  });

  it('is not replaced when the folder has only the key, as in old versions', async () => {
    rmSync(own(JOURNAL));
    rmSync(own('journal-id'));
    await expect(start()).rejects.toThrow('or remove keys to start with an empty journal');
  });

  it('is recreated by following the instructions in the error message', async () => {
    const before = idIn();
    for (const name of [JOURNAL, 'keys', 'journal-id']) rmSync(own(name));
    await start();
    expect(idIn()).not.toBe(before);
    expect(await doctor()).toMatchObject({ ok: true });
  });
});

describe('if the key comes from the environment', () => {
  it('a lost journal is recognised by the id that the folder still has', async () => {
    await start({ DATA_KEY: KEY });
    expect(existsSync(own('keys'))).toBe(false);
    rmSync(own(JOURNAL));
    const lost =
      'DATA_DIR contains the id of a journal but no journal: restore tillside.sqlite with its -wal, or remove journal-id to start with an empty journal';
    await expect(start({ DATA_KEY: KEY })).rejects.toThrow(lost);
    expect(await doctor({ DATA_KEY: KEY })).toEqual({ ok: false, message: lost });
  });

  it('the journal of another shop under the same key is refused', async () => {
    await start({ DATA_KEY: KEY });
    const other = join(root, 'other');
    await start({ DATA_KEY: KEY, DATA_DIR: other });
    swapFor(other);
    await expect(start({ DATA_KEY: KEY })).rejects.toThrow(
      'journal-id in DATA_DIR does not match the journal in tillside.sqlite',
    );
    expect(await doctor({ DATA_KEY: KEY })).toMatchObject({
      ok: false,
      message: expect.stringContaining('does not match the journal'),
    });
    rmSync(own('journal-id'));
    await start({ DATA_KEY: KEY });
    expect(idIn()).toBe(idIn(other));
  });
});

describe('an existing journal', () => {
  it('is refused if it was replaced by the journal of another key', async () => {
    await start();
    const other = join(root, 'other');
    await start({ DATA_DIR: other });
    swapFor(other);
    await expect(start()).rejects.toThrow('does not match the journal');
  });

  it('gets an id silently if it is from an old version, and so does its folder', async () => {
    await start();
    await forgetId();
    rmSync(own('journal-id'));
    await start();
    const db = openSqlite(folder);
    expect(`${(await findJournal(db)).id}\n`).toBe(idIn());
    await db.destroy();
    expect(logged).toEqual([]);
  });

  it('gets the id stored in the folder if it was restored without one', async () => {
    await start();
    const before = idIn();
    await forgetId();
    await start();
    await start();
    expect(idIn()).toBe(before);
  });

  it('is opened if the folder cannot store its id, and this is logged', async () => {
    await start();
    rmSync(own('journal-id'));
    mkdirSync(own(`journal-id.${process.pid}.part`));
    await start();
    expect(logged.join('')).toContain('failed to record in DATA_DIR which journal is in use');
  });

  it('is refused with instructions if its id is damaged', async () => {
    await start();
    truncateSync(own('journal-id'));
    const damaged = 'journal-id in DATA_DIR is damaged: remove it if the journal is the right one';
    await expect(start()).rejects.toThrow(damaged);
    expect(await doctor()).toEqual({ ok: false, message: damaged });
  });

  async function forgetId(): Promise<void> {
    const db = openSqlite(folder);
    await db.deleteFrom('setting').where('name', '=', 'journal-id').execute();
    await db.destroy();
  }
});

describe('a first start that was interrupted', () => {
  const cutOff: readonly (readonly [string, () => Promise<void> | void])[] = [
    [
      'after it made the folder',
      () => {
        mkdirSync(folder);
      },
    ],
    [
      'after it made an empty file',
      () => {
        mkdirSync(folder);
        writeFileSync(own(JOURNAL), '');
      },
    ],
    ['after it made the tables', makeTables],
    [
      'after it made the key',
      async () => {
        await makeTables();
        writeFileSync(own('keys.new'), `${KEY}\n`);
      },
    ],
    [
      'after the key left its mark in the journal',
      async () => {
        await start();
        renameSync(own('keys'), own('keys.new'));
        rmSync(own('journal-id'));
        const db = openSqlite(folder);
        await db.deleteFrom('setting').where('name', '=', 'journal-id').execute();
        await db.destroy();
      },
    ],
    [
      'before the folder noted the journal',
      async () => {
        await start();
        rmSync(own('journal-id'));
      },
    ],
  ];

  it.each(cutOff)('can be repeated: %s', async (_, stop) => {
    await stop();
    expect(await doctor()).toMatchObject({ ok: true });
    await start();
    await start();
    const left = readdirSync(folder).filter((name) => /^(keys|journal)/.test(name));
    expect(left.sort()).toEqual(['journal-id', 'keys']);
  });

  it('is refused without the key of the journal', async () => {
    await start();
    rmSync(own('keys'));
    await expect(start()).rejects.toThrow('keys is missing');
  });
});

onStores([POSTGRES], () => {
  let url: string;
  beforeEach(async () => {
    url = await newDatabase();
  });
  afterEach(() => removeDatabase(url));
  const env = (at = folder) => ({ DATABASE_URL: url, DATA_KEY: KEY, DATA_DIR: at });

  it('a server with a new folder joins and stores the journal’s id, at each start', async () => {
    await start(env());
    for (const name of ['second', 'third']) {
      await start(env(join(root, name)));
      expect(idIn(join(root, name))).toBe(idIn());
    }
  });

  it('two servers that start at the same time use one journal', async () => {
    const folders = [folder, join(root, 'second')];
    await Promise.all(folders.map((at) => start(env(at))));
    expect(idIn(folders[1])).toBe(idIn(folders[0]));
  });

  it('an empty database instead of the journal is refused, and stays empty', async () => {
    await start(env());
    const empty = await newDatabase('empty');
    const lost =
      'DATA_DIR contains the id of a journal but there is no journal in the database of DATABASE_URL: restore it or set the right database, or remove journal-id to start with an empty journal';
    await expect(start({ ...env(), DATABASE_URL: empty })).rejects.toThrow(lost);
    expect(await doctor({ ...env(), DATABASE_URL: empty })).toEqual({ ok: false, message: lost });
    const db = await openPostgres({ url: empty, log: createLogger('silent') });
    expect(await db.introspection.getTables()).toEqual([]);
    await db.destroy();
    await removeDatabase(empty);
  });

  it('the database of another shop under the same key is refused', async () => {
    await start(env());
    const other = await newDatabase();
    await start({ ...env(join(root, 'other')), DATABASE_URL: other });
    const swapped = 'does not match the journal in the database of DATABASE_URL';
    await expect(start({ ...env(), DATABASE_URL: other })).rejects.toThrow(swapped);
    expect(await doctor({ ...env(), DATABASE_URL: other })).toMatchObject({
      ok: false,
      message: expect.stringContaining(swapped),
    });
    await removeDatabase(other);
  });
});
