import * as z from 'zod/mini';
import { openHoursSchema } from '../platform/open-hours.ts';
import { DAY_BEGINNINGS } from '../platform/shop-day.ts';
import { receiptShapeSchema, receiptUseSchema } from '../redemption/sale-facts.ts';
import { EXTRA_CODES, extraCodeSchema } from '../voucher/extra-codes.ts';
import { numberShapesSchema } from '../voucher/number-shapes.ts';
import { LIMITS } from './limits.ts';
import { nameSchema, otherManagerPinSchema } from './people.ts';
import { saleLimitsSchema } from './sale-limit.ts';
import { setThresholdsSchema } from './thresholds.ts';
import { confirmAboveDueSchema, emptyVouchersSchema, typedAmountsSchema } from './till-rule.ts';

/**
 * Lines of text for printing. They are trimmed, without empty ones at the start and end, and
 * without invisible characters and characters that change the text direction.
 */
function receiptLines(linesMax: number) {
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

/** Protection of customers and staff from scams. Each part is off until set. */
export const safeSaleSchema = z.strictObject({
  /** A sale above this total requires the two questions, minor units; null for never. */
  questionsAbove: z.nullable(z.int().check(z.minimum(0), z.maximum(LIMITS.ceilingMax))),
  /** Shows a notice at the till, on customer displays and on printouts. */
  notice: z.boolean(),
  /** Text of the notice; empty for the default. */
  noticeText: receiptLines(LIMITS.noticeLinesMax),
  /** Text for a customer if a sale is stopped; empty as `noticeText`. */
  stopText: receiptLines(LIMITS.noticeLinesMax),
  /** Activating a single card requires the last four digits printed on it. */
  lastFour: z.boolean(),
});

/**
 * Response of `GET /api/settings`: what managers have set for their shop. Only managers see the
 * shop's limits and thresholds; others get the default values instead.
 */
export const shopSettingsSchema = z.strictObject({
  /**
   * Activating more cards than this requires the person's own PIN. Cards count since that PIN was
   * last entered and within an hour.
   */
  pinAboveCards: z.int().check(z.minimum(1), z.maximum(LIMITS.cardsPerActivationMax)),
  /** More cards than this within an hour need a manager's approval. */
  approvalAboveCards: z.int().check(z.minimum(1), z.maximum(LIMITS.ceilingMax)),
  /** As `pinAboveCards`, for the face values of issued vouchers, minor units. */
  pinAboveSum: z.int().check(z.minimum(1), z.maximum(LIMITS.ceilingMax)),
  /** As `approvalAboveCards`, for the face values of issued vouchers, minor units. */
  approvalAboveSum: z.int().check(z.minimum(1), z.maximum(LIMITS.ceilingMax)),
  /** Limits above which a request needs a second person or is refused. */
  saleLimits: saleLimitsSchema,
  safeSale: safeSaleSchema,
  /** The shop's name for customers; empty if not set. */
  shopName: z.union([z.literal(''), nameSchema]),
  /**
   * Text under the name on printouts. For example the address, the telephone and the tax number.
   * Lines separated by `\n`; empty for none.
   */
  shopAddress: receiptLines(LIMITS.addressLinesMax),
  /** Text at the end of a receipt, as `shopAddress`. */
  receiptFooter: receiptLines(LIMITS.footerLinesMax),
  /** Use of the register's receipt number for redemptions, and its shape when scanned. */
  receiptUse: receiptUseSchema,
  receiptShape: receiptShapeSchema,
  typedAmounts: typedAmountsSchema,
  /** The till asks for confirmation of an amount due above this, minor units. */
  askAboveDue: confirmAboveDueSchema,
  /** How empty vouchers are handled. */
  emptyVouchers: emptyVouchersSchema,
  /** Above this number of vouchers within an hour, only a manager sees voucher histories. */
  storiesPerHour: z.int().check(z.minimum(1), z.maximum(LIMITS.storiesPerHourMax)),
  /** Names of the merchant's other shops, by their numbers at the issuer. */
  shopNames: z.array(z.strictObject({ mid: z.string().check(z.regex(/^\S{1,64}$/)), name: nameSchema })).check(
    z.maxLength(LIMITS.shopNamesMax),
    z.refine((shops) => new Set(shops.map(({ mid }) => mid)).size === shops.length),
  ),
  /** By signal, the number per day that makes an exception appear for managers. */
  thresholds: setThresholdsSchema,
  dayBegins: z.enum(DAY_BEGINNINGS),
  openHours: openHoursSchema,
  /** Cashiers enter the register total before they see the total of a shift. */
  closingBlind: z.boolean(),
  /**
   * Kinds of bar codes that the shop's cameras read in addition to the usual ones. Each kind
   * appears once, and only one of the two Code 39.
   */
  extraCodes: z.array(extraCodeSchema).check(
    z.maxLength(EXTRA_CODES.length),
    z.refine((codes) => new Set(codes.map(({ kind }) => kind.replace('Ext', ''))).size === codes.length),
  ),
  /** Tills ignore every code that is no voucher number of these shapes. */
  numberShapes: numberShapesSchema,
});
export type ShopSettings = z.infer<typeof shopSettingsSchema>;

export const shopSettingsChangeSchema = z.partial(shopSettingsSchema);
export type ShopSettingsChange = z.infer<typeof shopSettingsChangeSchema>;

export const settingNameSchema = z.keyof(shopSettingsSchema);
export type ShopSettingName = z.infer<typeof settingNameSchema>;

/**
 * Body of `PUT /api/settings`. `approval` is required to loosen a limit if the shop has another
 * manager; `reset` removes the shop's own values, so that those of the chain apply.
 */
export const changeSettingsSchema = z.extend(shopSettingsChangeSchema, {
  approval: z.optional(otherManagerPinSchema),
  reset: z.optional(z.array(settingNameSchema)),
});

/** The origin of a setting that has no default value. A shop cannot change a locked one. */
export const settingOriginSchema = z.enum(['chain', 'shop', 'locked']);
export type SettingOrigin = z.infer<typeof settingOriginSchema>;

/** Body of `PUT /api/settings/chain`: values for all shops; locked ones override a shop's own. */
export const chainSettingsSchema = z.strictObject({ settings: shopSettingsChangeSchema, locked: z.boolean() });
