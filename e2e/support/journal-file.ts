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

/** Changes the journal's file past the server, as somebody would who has the disk. */
export function changeJournal({ dataDir }: World, statement: string): void {
  const database = new DatabaseSync(join(dataDir, 'tillside.sqlite'));
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    database.exec(statement);
  } finally {
    database.close();
  }
}

/** `npm run audit:verify` beside the running server, with the server's settings for its database. */
export function verifyTrail(
  database: Pick<World, 'dataDir'> | Readonly<Record<'DATABASE_URL' | 'DATA_KEY', string>>,
  ...args: string[]
): Promise<Ended> {
  return run('audit-verify', 'dataDir' in database ? { DATA_DIR: database.dataDir } : database, args);
}

/** `npm run unlock` beside the running server. */
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
