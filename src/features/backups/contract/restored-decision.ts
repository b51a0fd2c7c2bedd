import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { restoredKindSchema } from '../../../contract/platform/restored-access.ts';
import { DECIDED_ENTRIES_MAX } from './limits.ts';

const idSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.operationIdCharsMax));

/**
 * *confirm* states that entries are still right; *end* revokes, disables, removes or releases them.
 */
export const restoredDecisionSchema = z.strictObject({
  decision: z.enum(['confirm', 'end']),
  entries: z
    .array(z.strictObject({ kind: restoredKindSchema, id: idSchema }))
    .check(z.minLength(1), z.maxLength(DECIDED_ENTRIES_MAX)),
});
export type RestoredDecision = z.infer<typeof restoredDecisionSchema>;
