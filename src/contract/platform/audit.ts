import * as z from 'zod/mini';
import { LIMITS } from '../access/limits.ts';

/** Kinds of lines that a manager can filter by. */
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

/** Actions that the audit trail stores, each with the kind for filtering its lines. */
export type AuditActions = Readonly<Record<`${string}.${string}`, TrailKind>>;

/** Details of an action: never a secret, and only the last four characters of a voucher. */
export const trailDetailsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type TrailDetails = z.infer<typeof trailDetailsSchema>;

const namedSchema = z.object({ id: z.string(), name: z.string() });

/** The page that a line of the trail links to. */
export const trailLinkSchema = z.object({
  what: z.enum(['transaction', 'activation', 'issue', 'case', 'person', 'closing']),
  id: z.string().check(z.minLength(1)),
});
export type TrailLink = z.infer<typeof trailLinkSchema>;

export const trailLineSchema = z.object({
  /** Unique in the trail, for lists. */
  id: z.string(),
  at: z.string(),
  /**
   * One of `TrailAction`, parsed as any text: a page may be older than its server, and must not
   * load the list of actions.
   */
  action: z.string(),
  /** The person, with their current name; null if no person was signed in. */
  person: z.nullable(namedSchema),
  device: z.nullable(namedSchema),
  subject: z.nullable(z.string()),
  details: trailDetailsSchema,
  /** The page about the subject; null without one. */
  opens: z.nullable(trailLinkSchema),
});
export type TrailLine = z.infer<typeof trailLineSchema>;

const instantSchema = z.iso.datetime();
const periodShape = {
  /** Inclusive. */
  from: instantSchema,
  /** Exclusive. */
  to: instantSchema,
  personId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  kind: z.optional(trailKindSchema),
};

export const trailExportSchema = z.strictObject(periodShape);
export type TrailFilter = z.infer<typeof trailExportSchema>;
export const trailSearchSchema = z.strictObject({
  ...periodShape,
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(LIMITS.cursorCharsMax))),
});
/** Newest first; `next` is null on the last page. */
export const trailPageSchema = z.object({ lines: z.array(trailLineSchema), next: z.nullable(z.string()) });
export type TrailPage = z.infer<typeof trailPageSchema>;
