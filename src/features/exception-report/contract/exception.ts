import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { setThresholdsSchema, signalSchema, thresholdsSchema } from '../../../contract/access/thresholds.ts';
import { trailLineSchema } from '../../../contract/platform/audit.ts';
import { openHoursSchema } from '../../../contract/platform/open-hours.ts';
import { reasonSchema } from '../../../contract/redemption/refund.ts';

const namedSchema = z.object({ id: z.string(), name: z.string() });

/** An exception: actions of one or two people on one day of the shop. Times are ISO 8601 UTC. */
export const exceptionSchema = z.object({
  /** Identifies people, day and signal. */
  key: z.string(),
  signal: signalSchema,
  /** `YYYY-MM-DD` in the shop's zone. */
  day: z.string(),
  people: z.array(namedSchema),
  /** The total number, if not all are included. */
  count: z.int(),
  /** Newest first. */
  rows: z.array(trailLineSchema).check(z.maxLength(LIMITS.exceptionRowsMax)),
  lookedAt: z.nullable(z.object({ person: z.string(), at: z.string(), note: z.string() })),
});
export type Exception = z.infer<typeof exceptionSchema>;

/** Body of `POST /api/exceptions/search`: optional thresholds to try instead of the shop's. */
export const exceptionSearchSchema = z.strictObject({ thresholds: z.optional(setThresholdsSchema) });

export type ExceptionSearch = z.infer<typeof exceptionSearchSchema>;

export const exceptionsSchema = z.object({
  /** The newest day first. */
  exceptions: z.array(exceptionSchema),
  /** The first day covered, `YYYY-MM-DD` in the shop's zone. */
  since: z.string(),
  thresholds: thresholdsSchema,
  openHours: openHoursSchema,
});
export type Exceptions = z.infer<typeof exceptionsSchema>;

/** Body of `POST /api/exceptions/looked-at`. */
export const exceptionReviewSchema = z.strictObject({
  key: z.string().check(z.regex(/^[\w:-]+$/), z.maxLength(LIMITS.exceptionKeyCharsMax)),
  note: reasonSchema,
  /** Time of the newest line that was checked; default now. Later lines are reported again. */
  until: z.optional(z.iso.datetime()),
});
export type ExceptionReview = z.infer<typeof exceptionReviewSchema>;
