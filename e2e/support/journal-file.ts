import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import type { World } from './world.ts';

const VERIFY = fileURLToPath(new URL('../../dist/server/audit-verify.js', import.meta.url));

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
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', ...('dataDir' in database ? { DATA_DIR: database.dataDir } : database) };
    execFile(process.execPath, [VERIFY, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
}
