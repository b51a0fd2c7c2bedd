import * as z from 'zod/mini';

/** What `GET /api/events` sends as `data` of a `changed` event: something is not what it was; ask for it to see what it is. */
export const changeSchema = z.object({
  kind: z.enum(['tender', 'refund', 'activation', 'issue', 'attention']),
  id: z.string(),
});
export type Change = z.infer<typeof changeSchema>;
