import * as z from 'zod/mini';

/** Languages that the screens speak. */
export const languageSchema = z.enum(['en', 'zh', 'ms', 'ta', 'fr']);
export type Language = z.infer<typeof languageSchema>;
