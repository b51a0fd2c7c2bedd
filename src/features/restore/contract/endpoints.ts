import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { nameSchema } from '../../../contract/access/people.ts';
import { backupTrialSchema } from '../../../contract/platform/backup-trial.ts';
import { type Endpoint, post } from '../../../contract/platform/endpoint.ts';

const codeSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.setupCodeCharsMax));
/** A folder on the server's machine. */
const folderSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(LIMITS.folderCharsMax));

/** Routes of a server that is not set up yet. All need its set-up code. */
export const restoreEndpoints = {
  /** The automatic backups in `BACKUP_TO`, newest first. */
  listBackups: post(
    '/api/setup/restore/backups',
    'any',
    z.strictObject({ code: codeSchema }),
    z.array(z.object({ folder: z.string(), madeAt: z.string() })),
  ),
  /** Restores a backup in a trial, and changes nothing. */
  tryBackup: post(
    '/api/setup/restore/trial',
    'any',
    z.strictObject({ code: codeSchema, folder: folderSchema }),
    backupTrialSchema,
  ),
  /** Restores a backup, restarts the server with it, and enrols this browser. */
  restoreBackup: post(
    '/api/setup/restore',
    'any',
    z.strictObject({ code: codeSchema, folder: folderSchema, device: z.strictObject({ name: nameSchema }) }),
    backupTrialSchema,
    { creates: true },
  ),
} as const satisfies Record<string, Endpoint>;
