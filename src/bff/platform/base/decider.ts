import * as z from 'zod/mini';

export const deciderSchema = z.object({ personId: z.string(), person: z.string() });
export type Decider = z.infer<typeof deciderSchema>;
