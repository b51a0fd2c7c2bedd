import * as z from 'zod/mini';

/** Who decided something that only a person may decide. */
export const deciderSchema = z.object({ personId: z.string(), person: z.string() });
export type Decider = z.infer<typeof deciderSchema>;
