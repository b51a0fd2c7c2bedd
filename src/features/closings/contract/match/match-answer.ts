import * as z from 'zod/mini';
import { withoutCodes } from '../../../../contract/without-codes.ts';
import { instantSchema } from '../../../transactions/contract/transaction.ts';
import { listColumnsSchema } from './columns.ts';
import { ourLineSchema } from './lines.ts';

export const matchNoteSchema = z.strictObject({
  /** Identifies the difference: see `Matched.key`. */
  difference: z.string().check(z.minLength(1), z.maxLength(300)),
  note: z.string().check(z.trim(), z.maxLength(300), z.overwrite(withoutCodes)),
});

/** Stored columns of lists with the same layout. */
export const listLayoutSchema = z.strictObject({
  layout: z.string().check(z.minLength(1), z.maxLength(500)),
  columns: listColumnsSchema,
});

/** Answer of `GET /api/match`: the stored layouts and notes. */
export const matchMemorySchema = z.object({
  /** Our number at the issuer; null until known. */
  mid: z.nullable(z.string()),
  layouts: z.array(listLayoutSchema),
  notes: z.array(z.object({ ...matchNoteSchema.shape, person: z.string(), at: z.string() })),
});
export type MatchMemory = z.infer<typeof matchMemorySchema>;

/**
 * Body of `POST /api/match/ours`: with `after`, the lines arrive in parts; `after` is empty for the
 * first part, and `next` of the previous response for others.
 */
export const oursRequestSchema = z.strictObject({
  from: instantSchema,
  to: instantSchema,
  after: z.optional(z.string().check(z.regex(/^(\d+ \d+)?$/))),
});
export const oursAnswerSchema = z.object({
  lines: z.array(ourLineSchema),
  /** Null after the last part. */
  next: z.nullable(z.string()),
});
export type OursAnswer = z.infer<typeof oursAnswerSchema>;
