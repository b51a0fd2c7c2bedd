import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import type { World } from './world.ts';

const DIST = fileURLToPath(new URL('../../dist/server', import.meta.url));

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Changes the journal's file without the server, like an attacker with access to the disk. */
export function changeJournal({ dataDir }: World, statement: string): void {
  const database = new DatabaseSync(join(dataDir, 'tillside.sqlite'));
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    database.exec(statement);
  } finally {
    database.close();
  }
}

/** Runs `npm run audit:verify` while the server runs, with the server's database settings. */
export function verifyTrail(
  database: Pick<World, 'dataDir'> | Readonly<Record<'DATABASE_URL' | 'DATA_KEY', string>>,
  ...args: string[]
): Promise<Ended> {
  return run('audit-verify', 'dataDir' in database ? { DATA_DIR: database.dataDir } : database, args);
}

/** Runs `npm run unlock` while the server runs. */
export function letManagersIn({ dataDir }: Pick<World, 'dataDir'>): Promise<Ended> {
  return run('unlock', { DATA_DIR: dataDir });
}

function run(command: string, settings: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', ...settings };
    execFile(process.execPath, [join(DIST, `${command}.js`), ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
}

/** Runs `npm run shop` while the server runs. */
export function changeShops({ dataDir }: Pick<World, 'dataDir'>, ...args: string[]): Promise<Ended> {
  return run('shop', { DATA_DIR: dataDir }, args);
}
