import * as z from 'zod/mini';
import { candidateSchema } from '../../contract/evidence.ts';
import { deciderSchema } from '../operation/snapshot.ts';

/** Everything that can happen to an orphan; appended, never edited. */
export const orphanFactSchema = z.discriminatedUnion('kind', [
  /** Search shows a capture that no operation explains. `refSealed` is the voucher, encrypted. */
  z.object({ kind: z.literal('found'), row: candidateSchema, refSealed: z.string(), last4: z.string() }),
  z.object({ kind: z.literal('closed'), by: deciderSchema, note: z.string() }),
]);
export type OrphanFact = z.infer<typeof orphanFactSchema>;
