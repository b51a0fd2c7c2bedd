import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import { loadKeys } from '../../../bff/platform/storage/key-ring.ts';
import { MIGRATIONS, migrate } from '../../../bff/platform/store/migrate.ts';
import { openPostgres } from '../../../bff/platform/store/postgres.ts';
import { JOURNAL_FILE, openSqlite } from '../../../bff/platform/store/sqlite.ts';
import { describeOpenFailure } from '../../../bff/platform/store/sqlite-errors.ts';
import { mount, whyNoDisk } from '../../../testing/crash/full-disk.ts';
import { newDatabase, onStores, POSTGRES, removeDatabase, SQLITE } from '../../../testing/databases/stores.ts';
import { type StagedSettings, type StagedShop, stageShop } from '../../../testing/rigs/staged-shop.ts';
import { journalLines } from './packet.ts';

/** The faults of disks, folders, keys and journals that operators meet, with the line of each. */
const KEY = Buffer.alloc(32, 7);
const OTHER_KEY = Buffer.alloc(32, 9).toString('base64');

let shop: StagedShop;
let folder: string;

beforeEach(async () => {
  shop = await stageShop();
  folder = shop.settings['DATA_DIR'] ?? '';
});
afterEach(() => shop.close());

/** What the doctor and a start say of these settings. */
async function refusal(settings: StagedSettings): Promise<string[]> {
  const complaints = await shop.complaints(settings);
  const atStart = await shop.start(settings).then(
    () => 'started',
    (error: unknown) => String(error),
  );
  return [...complaints, atStart];
}

const containing = (...parts: readonly string[]) => parts.map((part) => expect.stringContaining(part));
const twice = (part: string) => containing(part, part);

describe.skipIf(whyNoDisk() !== null)('on a small disk', () => {
  let disk: string;
  beforeEach(() => {
    disk = join(folder, 'disk');
    mkdirSync(disk);
    mount('mount', '-t', 'tmpfs', '-o', 'size=256k,mode=700', 'tmpfs', disk);
  });
  afterEach(() => {
    /* SQLite closes a file once its last statement is collected. */
    mount('umount', '--lazy', disk);
  });

  it('a disk that is too small for a new journal is reported', async () => {
    const settings = { ...shop.settings, DATA_DIR: disk };
    const atStart = `The journal in DATA_DIR (${disk}) cannot be written, because the disk is full: free some space`;
    const line = `the disk of DATA_DIR (${disk}) has 0 MB left, too little for a journal: free at least 64 MB`;
    expect(await refusal(settings)).toEqual(containing(line, atStart));
    expect(await shop.complaints(settings)).toEqual([expect.stringContaining(line)]);
  });

  it('a full disk is reported', async () => {
    const full = openSync(join(disk, 'ballast'), 'w');
    const fill = () => {
      for (;;) writeSync(full, Buffer.alloc(4_096, 1));
    };
    expect(fill).toThrow('ENOSPC');
    closeSync(full);
    const line = 'cannot be written to, because its disk is full: free some space (ENOSPC)';
    expect(await refusal({ ...shop.settings, DATA_DIR: disk })).toEqual(
      containing(`DATA_DIR (${disk}) ${line}`, 'the disk is full: free some space'),
    );
  });
});

it('a disk that becomes full while a journal is created is reported', async () => {
  const db = openSqlite(folder);
  await sql`pragma max_page_count = 40`.execute(db);
  const error: unknown = await migrate(db).catch((thrown: unknown) => thrown);
  await db.destroy();
  expect(describeOpenFailure(error, folder)).toContain('cannot be written, because the disk is full: free some space');
});

it('a data folder that is a file is reported', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const line = 'is not a folder: correct the setting';
  expect(await refusal({ ...shop.settings, DATA_DIR: join(file, 'data') })).toEqual(
    twice(`(${file}/data) ${line} (ENOTDIR)`),
  );
  expect(await refusal({ ...shop.settings, DATA_DIR: file })).toEqual(twice(`DATA_DIR (${file}) ${line} (EEXIST)`));
});

it.skipIf(process.getuid?.() === 0)('a data folder and a backup folder of another account are reported', async () => {
  chmodSync(folder, 0o500);
  expect(await refusal(shop.settings)).toEqual(
    twice(`DATA_DIR (${folder}) cannot be written to by this account: let it own the folder`),
  );
  chmodSync(folder, 0o700);
  const backups = shop.settings['BACKUP_TO'] ?? '';
  chmodSync(backups, 0o500);
  expect(await shop.complaints(shop.settings)).toEqual([
    `problem   settings: BACKUP_TO (${backups}) is not a folder that this account can write to. Let the account own it, or correct the setting`,
  ]);
});

it('a data folder and a key that other accounts can read are reported', async () => {
  chmodSync(folder, 0o755);
  expect(await shop.complaints(shop.settings)).toEqual([
    `problem   settings: DATA_DIR (${folder}) is open to other accounts on this machine. Run chmod 700 on it`,
  ]);
  await shop.start(shop.settings);
  chmodSync(join(folder, 'keys'), 0o644);
  expect(await shop.complaints(shop.settings)).toEqual([
    expect.stringContaining(`${folder}/keys can be read by other accounts on this machine: run chmod 600 on it`),
  ]);
});

it.each([
  ['overwritten', (file: string) => writeFileSync(file, Buffer.alloc(8_192, 1))],
  ['cut off', (file: string) => truncateSync(file, 8_192)],
])('a damaged journal is reported: %s', async (_, damage) => {
  await shop.start(shop.settings);
  damage(join(folder, JOURNAL_FILE));
  expect(await refusal(shop.settings)).toEqual(
    containing(
      `the journal in DATA_DIR (${folder}) is damaged: stop the server and restore it from a backup`,
      'is damaged: restore it from a backup',
    ),
  );
});

it('a database that does not answer is reported', async () => {
  const settings = { ...shop.settings, DATABASE_URL: 'postgres://u:p@127.0.0.1:9/till', DATA_KEY: OTHER_KEY };
  expect(await refusal(settings)).toEqual(
    twice(
      'DATABASE_URL names a database that cannot be used: ECONNREFUSED. Start the database, or correct the setting',
    ),
  );
});

/** The versions before this one: each step was the newest once. */
const STEPS = Object.keys(MIGRATIONS).toSorted();
const OLDER = STEPS.slice(0, -1).map((last, index) => [last, STEPS.slice(0, index + 1)] as const);

onStores([SQLITE, POSTGRES], (kind) => {
  let settings: StagedSettings;
  beforeEach(async () => {
    const url = kind === POSTGRES ? await newDatabase('empty') : '';
    settings = { ...shop.settings, DATABASE_URL: url, DATA_KEY: KEY.toString('base64') };
  });
  afterEach(async () => {
    if (settings['DATABASE_URL']) await removeDatabase(settings['DATABASE_URL']);
  });
  const open = () => {
    const url = settings['DATABASE_URL'];
    return url ? openPostgres({ url, log: createLogger('silent') }) : openSqlite(folder);
  };

  it('a wrong DATA_KEY is reported', async () => {
    await shop.start(settings);
    const line = 'DATA_KEY is not the key of this database: set it on every server to the key';
    expect(await refusal({ ...settings, DATA_KEY: OTHER_KEY })).toEqual(twice(line));
  });

  it('a journal of a newer version is reported', async () => {
    await shop.start(settings);
    const db = await open();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2040-01-01')`.execute(db);
    await db.destroy();
    const line =
      'This journal was written by a newer version of Tillside (9999-future). Install that version again, or';
    expect(await refusal(settings)).toEqual(twice(line));
  });

  it('a mistyped mid of a shop with a journal is reported', async () => {
    await shop.start(settings);
    const place = kind === SQLITE ? 'DATA_DIR' : 'DATABASE_URL';
    const line = `MERCHANT_MID is not the merchant id of the journal in ${place}: correct it, or set the ${place} of`;
    expect(await refusal({ ...settings, MERCHANT_MID: '000000012345687' })).toEqual(
      containing(line, 'MERCHANT_MID is 000000012345687', line),
    );
  });

  it.each(OLDER)('a journal of the version up to %s is read, and not changed', async (_, steps) => {
    const db = await open();
    await migrate(db, Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => steps.includes(name))));
    await loadKeys(db, KEY);
    await db.destroy();
    const before = await contents();
    expect(await shop.complaints(settings)).toEqual([
      expect.stringMatching(/^note .*store: .* an older version .* upgrades it at its next start, after a backup$/),
    ]);
    expect(await journalLines(settings, Date.now())).not.toBeNull();
    expect(await contents()).toEqual(before);
  });

  /** The file itself, or the steps and tables of the database. */
  async function contents(): Promise<unknown> {
    if (kind === SQLITE) return [readdirSync(folder), readFileSync(join(folder, JOURNAL_FILE)).toString('base64')];
    const db = await open();
    const { rows } = await sql`select * from kysely_migration order by name`.execute(db);
    const tables = await db.introspection.getTables();
    await db.destroy();
    return [rows, tables];
  }
});
