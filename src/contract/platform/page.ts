import * as z from 'zod/mini';
import { LIMITS } from '../access/limits.ts';
import { isDate } from './shop-day.ts';

const instantSchema = z.iso.datetime({ offset: true });
const daySchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isDate));
const limitSchema = z.string().check(
  z.regex(/^[1-9]\d{0,2}$/),
  z.refine((text) => Number(text) <= LIMITS.pageItemsMax),
);

/** Query of a list that programs read page by page. */
export const pageQuery = {
  /** A business day of the shop, or an instant; inclusive. */
  from: z.optional(z.union([daySchema, instantSchema])),
  /** A business day of the shop, inclusive, or an instant, exclusive. */
  to: z.optional(z.union([daySchema, instantSchema])),
  /** `next` of the previous page. */
  after: z.optional(z.string().check(z.regex(/^[\w-]+$/), z.maxLength(LIMITS.cursorCharsMax))),
  limit: z.optional(limitSchema),
};

/** A page of a list. Items are in a fixed order, and none is added before `completeUntil`. */
export const pageSchemaOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    items: z.array(item),
    /** The next page begins after this cursor; null on the last page. */
    next: z.nullable(z.string()),
    /** The list contains everything before this instant, and nothing later. */
    completeUntil: z.string(),
  });
