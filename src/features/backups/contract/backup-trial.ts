import * as z from 'zod/mini';

/** The result of a trial: the backup can be restored, or the reason why not, in English. */
export const backupTrialSchema = z.discriminatedUnion('fit', [
  z.object({
    fit: z.literal(true),
    /** ISO 8601 UTC. Everything that was confirmed later is missing. */
    madeAt: z.string(),
    version: z.string(),
    devices: z.int(),
    people: z.int(),
  }),
  z.object({ fit: z.literal(false), message: z.string() }),
]);
export type BackupTrial = z.infer<typeof backupTrialSchema>;
