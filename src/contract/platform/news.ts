import * as z from 'zod/mini';

export const NEWS = [
  'tender.taken',
  'tender.not_taken',
  'tender.unknown',
  'tender.refunded',
  'day.closed',
  'shift.closed',
  'attention.opened',
] as const;

export const newsSchema = z.enum(NEWS);

export type News = z.infer<typeof newsSchema>;
