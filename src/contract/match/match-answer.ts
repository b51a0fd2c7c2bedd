import * as z from 'zod/mini';
import { instantSchema } from '../transaction.ts';
import { listColumnsSchema } from './columns.ts';
import { ourLineSchema, theirLineSchema } from './lines.ts';
import { MATCH_LISTS } from './match-terms.ts';

/** Largest list that the server reads: a hundred thousand lines and more. */
export const LIST_BYTES_MAX = 24 * 1024 * 1024;
/** Lines of a list that are read; what follows is refused, not left out. */
export const LIST_LINES_MAX = 200_000;
/** Lines of each of the five lists on one page of an answer. */
export const MATCH_PAGE = 100;

/** What somebody wrote about a difference. */
export const matchNoteSchema = z.strictObject({
  /** What it is known again by: see `differenceOf`. */
  difference: z.string().check(z.minLength(1), z.maxLength(300)),
  note: z.string().check(z.trim(), z.maxLength(300)),
});

/** What is remembered of lists that look alike. */
export const listLayoutSchema = z.strictObject({
  layout: z.string().check(z.minLength(1), z.maxLength(500)),
  columns: listColumnsSchema,
});

/** Answer of `GET /api/match`: what is remembered. */
export const matchMemorySchema = z.object({
  /** Our number at the issuer; null while nobody knows it. */
  mid: z.nullable(z.string()),
  layouts: z.array(listLayoutSchema),
  notes: z.array(z.object({ ...matchNoteSchema.shape, person: z.string(), at: z.string() })),
});
export type MatchMemory = z.infer<typeof matchMemorySchema>;

/** Body of `POST /api/match/ours`. */
export const oursRequestSchema = z.strictObject({ from: instantSchema, to: instantSchema });
export const oursAnswerSchema = z.object({ lines: z.array(ourLineSchema) });

const matchedSchema = z.object({
  ours: z.array(ourLineSchema),
  theirs: z.array(theirLineSchema),
  /** What it is known again by; empty where there is nothing to explain. */
  difference: z.string(),
  note: z.nullable(z.string()),
});

const listSchema = z.object({
  count: z.int(),
  /** Of them, those that somebody wrote a note about. */
  noted: z.int(),
  lines: z.array(matchedSchema),
  /** Number of the next page; null on the last. */
  next: z.nullable(z.int()),
});

/** Answer of `POST /api/match`. */
export const matchAnswerSchema = z.object({
  ...(Object.fromEntries(MATCH_LISTS.map((list) => [list, listSchema])) as Record<
    (typeof MATCH_LISTS)[number],
    typeof listSchema
  >),
  /** What the columns were taken for. */
  columns: listColumnsSchema,
  period: z.object({ from: z.string(), to: z.string() }),
  /** Lines that could not be read, by their numbers in the file. */
  unread: z.array(z.object({ line: z.int(), why: z.enum(['no-amount', 'no-time']) })),
});
export type MatchAnswer = z.infer<typeof matchAnswerSchema>;
