import * as z from 'zod/mini';
import { LIMITS } from '../access/limits.ts';

/** What a manager looks for. */
export const trailKindSchema = z.enum([
  'people',
  'devices',
  'sign-in',
  'data',
  'redemptions',
  'refunds',
  'cards',
  'sales',
  'captures',
  'stories',
]);
export type TrailKind = z.infer<typeof trailKindSchema>;

/** Facts beside an action: never a secret, of a voucher the last four only. */
export const trailDetailsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type TrailDetails = z.infer<typeof trailDetailsSchema>;

const namedSchema = z.object({ id: z.string(), name: z.string() });

/** What a line leads to: the page of what it was done to. */
export const trailOpensSchema = z.object({
  what: z.enum(['transaction', 'activation', 'issue', 'case', 'person', 'closing']),
  id: z.string().check(z.minLength(1)),
});
export type TrailOpens = z.infer<typeof trailOpensSchema>;

/** One line of the trail. */
export const trailLineSchema = z.object({
  /** Unique in the trail, for lists. */
  id: z.string(),
  at: z.string(),
  /**
   * One of `TrailAction`, as text.
   *
   * A page may be older than its server, and first screens need no list of them.
   */
  action: z.string(),
  /** Who did it, with the name of today; null for what nobody signed in did. */
  person: z.nullable(namedSchema),
  device: z.nullable(namedSchema),
  /** Id of what it was done to. */
  subject: z.nullable(z.string()),
  details: trailDetailsSchema,
  /** Null where there is nothing to be shown. */
  opens: z.nullable(trailOpensSchema),
});
export type TrailLine = z.infer<typeof trailLineSchema>;

const instantSchema = z.iso.datetime();
const periodShape = {
  /** Included. */
  from: instantSchema,
  /** Not included. */
  to: instantSchema,
  personId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  kind: z.optional(trailKindSchema),
};

export const trailExportSchema = z.strictObject(periodShape);
export type TrailFilter = z.infer<typeof trailExportSchema>;
export const trailSearchSchema = z.strictObject({
  ...periodShape,
  /** Where the page before ended, as it said. */
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(LIMITS.cursorCharsMax))),
});
/** Newest first; `next` is null when there are no more. */
export const trailPageSchema = z.object({ lines: z.array(trailLineSchema), next: z.nullable(z.string()) });
export type TrailPage = z.infer<typeof trailPageSchema>;
