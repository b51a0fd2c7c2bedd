import * as z from 'zod/mini';

/** Operations that a page requests under its own id, and that end with an outcome. */
export const REQUESTED_KINDS = ['tender', 'refund', 'activation', 'issue'] as const;

/**
 * `data` of a `changed` event of `GET /api/events`. It names what has changed; a page has to
 * request the new state.
 */
export const changeSchema = z.object({
  kind: z.enum([...REQUESTED_KINDS, 'attention', 'printing', 'report']),
  id: z.string(),
});
export type Change = z.infer<typeof changeSchema>;
