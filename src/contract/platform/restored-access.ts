import * as z from 'zod/mini';
import { roleSchema } from '../access/people.ts';

/** Kinds of access, and of holds, that a restored backup may bring back. */
export const restoredKindSchema = z.enum(['person', 'badge', 'passkey', 'device', 'key', 'webhook', 'hold']);
export type RestoredKind = z.infer<typeof restoredKindSchema>;

/** Something that is active and older than the restored data. */
export const restoredAccessSchema = z.object({
  kind: restoredKindSchema,
  id: z.string(),
  name: z.string(),
  /** The role of a person, or of the owner of a badge or passkey. */
  role: z.nullable(roleSchema),
  /** The name of a passkey, the start of a key, or the reason of a hold. */
  detail: z.nullable(z.string()),
  /** ISO 8601 UTC. */
  since: z.string(),
  /** True if another manager has to decide, because it belongs to the caller. */
  isForOther: z.boolean(),
});
export type RestoredAccess = z.infer<typeof restoredAccessSchema>;
