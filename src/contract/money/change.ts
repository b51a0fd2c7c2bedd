import * as z from 'zod/mini';

/** What is asked for under an id of a page, and then has an outcome. */
export const ASKED_KINDS = ['tender', 'refund', 'activation', 'issue'] as const;

/**
 * What `GET /api/events` sends as `data` of a `changed` event.
 *
 * Something is not what it was; ask for it to see what it is.
 */
export const changeSchema = z.object({
  kind: z.enum([...ASKED_KINDS, 'attention', 'printing']),
  id: z.string(),
});
export type Change = z.infer<typeof changeSchema>;
