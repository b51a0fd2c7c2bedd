import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { nameSchema } from '../../../contract/access/people.ts';
import { type Endpoint, get, list, post } from '../../../contract/platform/endpoint.ts';
import { restoredAccessSchema } from '../../../contract/platform/restored-access.ts';
import { backupTrialSchema } from './backup-trial.ts';
import { restoredDecisionSchema } from './restored-decision.ts';

const codeSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.setupCodeCharsMax));
/** A folder on the server's machine. */
const folderSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(LIMITS.folderCharsMax));

/** Largest piece of an upload: in base64 it fits into the usual body. */
export const PIECE_BYTES = 45_000;
/** A part of one file of a backup. */
export const uploadPieceSchema = z.strictObject({
  code: codeSchema,
  /** Names this upload. Another one replaces it. */
  upload: z.uuid(),
  file: z.enum(['backup.json', 'keys', 'tillside.sqlite', 'tillside.dump']),
  /** Bytes before this piece. */
  offset: z.int().check(z.minimum(0)),
  /** Base64. */
  data: z.string().check(z.maxLength(Math.ceil(PIECE_BYTES / 3) * 4)),
  /** Size of all files together. */
  totalBytes: z.int().check(z.minimum(1)),
});
const uploadAnswerSchema = z.discriminatedUnion('isStored', [
  /** The folder to restore from once all pieces are stored. */
  z.object({ isStored: z.literal(true), folder: z.string() }),
  /** In English, as the commands print it. */
  z.object({ isStored: z.literal(false), message: z.string() }),
]);
export type UploadAnswer = z.infer<typeof uploadAnswerSchema>;

/** Routes of a server that is not set up yet need its set-up code. */
export const restoreEndpoints = {
  /** The automatic backups in `BACKUP_TO`, newest first. */
  listBackups: post(
    '/api/setup/restore/backups',
    'any',
    z.strictObject({ code: codeSchema }),
    z.array(z.object({ folder: z.string(), madeAt: z.string() })),
  ),
  uploadBackup: post('/api/setup/restore/upload', 'any', uploadPieceSchema, uploadAnswerSchema),
  discardUpload: post('/api/setup/restore/upload/discard', 'any', z.strictObject({ code: codeSchema }), null),
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
  /** Lists access that a restore may have brought back, until all of it is decided. */
  restoredAccess: get('/api/restored-access', 'manager', list(restoredAccessSchema)),
  decideRestoredAccess: post('/api/restored-access', 'manager', restoredDecisionSchema, null, { confirms: true }),
} as const satisfies Record<string, Endpoint>;
