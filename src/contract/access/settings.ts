import * as z from 'zod/mini';
import { openHoursSchema } from '../platform/open-hours.ts';
import { DAY_BEGINNINGS } from '../platform/shop-day.ts';
import { receiptShapeSchema, receiptUseSchema } from '../redemption/sale-facts.ts';
import { EXTRA_CODES, extraCodeSchema } from '../voucher/extra-codes.ts';
import { LIMITS } from './limits.ts';
import { nameSchema, otherManagerPinSchema } from './people.ts';
import { saleLimitsSchema } from './sale-limit.ts';
import { setThresholdsSchema } from './thresholds.ts';
import { askAboveDueSchema, emptyVouchersSchema, typedAmountsSchema } from './till-rule.ts';

/**
 * Lines of text that go onto paper.
 *
 * They are trimmed, without empty ones at their ends, and without characters that print nothing or
 * turn what follows.
 */
function paperLines(linesMax: number) {
  const line = '[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]';
  const most = LIMITS.paperLineCharsMax;
  return z.string().check(
    z.maxLength(linesMax * (most + 4)),
    z.overwrite((text) =>
      text
        .split(/\r\n|\r|\n/)
        .map((one) => one.trim())
        .join('\n')
        .trim(),
    ),
    z.regex(new RegExp(`^(${line}{0,${most}}(\\n${line}{0,${most}}){0,${linesMax - 1}})$`, 'u')),
  );
}

/** How customers and staff are kept from being talked into a sale. Each part is off until set. */
export const safeSaleSchema = z.strictObject({
  /** Above this sum of a sale two questions are asked, minor units; null for never. */
  questionsAbove: z.nullable(z.int().check(z.minimum(0), z.maximum(LIMITS.ceilingMax))),
  /** A notice stands at the till, on customer displays and on what is printed. */
  notice: z.boolean(),
  /** What it says; empty for the words that come with the till. */
  noticeText: paperLines(LIMITS.noticeLinesMax),
  /** What a customer is told where a sale ends; empty as `noticeText`. */
  stopText: paperLines(LIMITS.noticeLinesMax),
  /** One card is made active only with the last four digits that are printed on it. */
  lastFour: z.boolean(),
});

/**
 * What `GET /api/settings` answers: what managers have set for their shop.
 *
 * Only managers read the shop's limits and thresholds; others read the usual ones in their place.
 */
export const shopSettingsSchema = z.strictObject({
  /**
   * More cards than this need the PIN of whoever activates them.
   *
   * They count since the own PIN was last typed and within an hour.
   */
  pinAboveCards: z.int().check(z.minimum(1), z.maximum(LIMITS.cardsPerActivationMax)),
  /** More cards than this within an hour need a manager's approval. */
  approvalAboveCards: z.int().check(z.minimum(1), z.maximum(LIMITS.ceilingMax)),
  /** As `pinAboveCards`, for the face values of what is issued, minor units. */
  pinAboveSum: z.int().check(z.minimum(1), z.maximum(LIMITS.ceilingMax)),
  /** As `approvalAboveCards`, for the face values of what is issued, minor units. */
  approvalAboveSum: z.int().check(z.minimum(1), z.maximum(LIMITS.ceilingMax)),
  /** What needs a second person or is not done, wherever it passes what is set. */
  saleLimits: saleLimitsSchema,
  safeSale: safeSaleSchema,
  /** What customers know the shop by; empty where nobody said. */
  shopName: z.union([z.literal(''), nameSchema]),
  /**
   * What stands under the name on paper.
   *
   * It is where the shop is, its telephone, its tax number. Lines parted by `\n`; empty for
   * nothing.
   */
  shopAddress: paperLines(LIMITS.addressLinesMax),
  /** What a receipt ends with, as `shopAddress`. */
  receiptFooter: paperLines(LIMITS.footerLinesMax),
  /**
   * Whether redemptions name the register's receipt number, and what one looks like that is
   * scanned.
   */
  receiptUse: receiptUseSchema,
  receiptShape: receiptShapeSchema,
  /** What digits alone mean where an amount is typed at a till. */
  typedAmounts: typedAmountsSchema,
  /** An amount due above this is asked about, minor units. */
  askAboveDue: askAboveDueSchema,
  /** What becomes of a voucher on which nothing is left. */
  emptyVouchers: emptyVouchersSchema,
  /** More vouchers than this within an hour show their story to nobody but a manager. */
  storiesPerHour: z.int().check(z.minimum(1), z.maximum(LIMITS.storiesPerHourMax)),
  /** What the merchant's other shops are called, by their numbers at the issuer. */
  shopNames: z.array(z.strictObject({ mid: z.string().check(z.regex(/^\S{1,64}$/)), name: nameSchema })).check(
    z.maxLength(LIMITS.shopNamesMax),
    z.refine((shops) => new Set(shops.map(({ mid }) => mid)).size === shops.length),
  ),
  /** From how many a day on a manager is shown what may be looked at, by signal. */
  thresholds: setThresholdsSchema,
  /** When a business day begins, as the clocks of the shop show it. */
  dayBegins: z.enum(DAY_BEGINNINGS),
  /** When the shop is open. */
  openHours: openHoursSchema,
  /** Cashiers say what the register says before they see what a shift comes to. */
  closingBlind: z.boolean(),
  /**
   * Kinds of bar codes that the shop's cameras read beside the usual ones.
   *
   * All read those. Each kind is there once, and of the two Code 39 one.
   */
  extraCodes: z.array(extraCodeSchema).check(
    z.maxLength(EXTRA_CODES.length),
    z.refine((codes) => new Set(codes.map(({ kind }) => kind.replace('Ext', ''))).size === codes.length),
  ),
});
export type ShopSettings = z.infer<typeof shopSettingsSchema>;

/** Some of the settings: what is left out stays as it is. */
export const shopSettingsChangeSchema = z.partial(shopSettingsSchema);
export type ShopSettingsChange = z.infer<typeof shopSettingsChangeSchema>;

/**
 * Body of `PUT /api/settings`.
 *
 * `approval` is needed to loosen a limit if the shop has another manager.
 */
export const putSettingsSchema = z.extend(shopSettingsChangeSchema, { approval: z.optional(otherManagerPinSchema) });
