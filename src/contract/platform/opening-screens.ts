import * as z from 'zod/mini';

/**
 * The markup of the first screens in one language. The server replaces the names in braces when it
 * sends a page.
 */
const openingScreensSchema = z.object({
  lock: z.string(),
  /** A person on the lock screen, by role. */
  names: z.record(z.string(), z.string()),
  till: z.string(),
  tillInTraining: z.string(),
  /** All other pages: their frame, and the title by address and role. */
  page: z.string(),
  pageInTraining: z.string(),
  titles: z.record(z.string(), z.record(z.string(), z.string())),
});

/** By language. */
export const allOpeningScreensSchema = z.record(z.string(), openingScreensSchema);
export type OpeningScreens = z.infer<typeof openingScreensSchema>;
