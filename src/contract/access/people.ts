import * as z from 'zod/mini';
import { languageSchema } from '../platform/languages.ts';
import { MIDNIGHT } from '../platform/shop-day.ts';
import { LIMITS } from './limits.ts';
import { typedAmountsSchema } from './till-rule.ts';

export const roleSchema = z.enum(['cashier', 'stock', 'manager']);
export type Role = z.infer<typeof roleSchema>;

/** A manager may do everything that a cashier and a stock person may. */
export function mayActAs(role: Role, needed: Role): boolean {
  return role === needed || role === 'manager';
}

/**
 * Invisible characters: fillers, variant selectors, unassigned or private characters, and every
 * space except U+0020.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/u;
/**
 * Four or more marks on one letter, which would cover the lines around it. No script needs more
 * than three.
 */
const STACKED = /\p{M}{4,}/u;
/**
 * A name of a person or device: visible characters, not only spaces. Two names must not differ only
 * in invisible characters.
 */
export const nameSchema = z.string().check(
  z.overwrite((name) => name.normalize('NFC').replace(/\s+/gu, ' ')),
  z.trim(),
  z.minLength(1),
  z.maxLength(LIMITS.nameCharsMax),
  z.refine(
    (name) => !UNSEEN.test(name) && !STACKED.test(name.normalize('NFD')) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(name),
  ),
);
/** Six digits. {@link isTrivialPin} rejects those that are easy to guess. */
export const pinSchema = z.string().check(z.regex(/^\d{6}$/, 'A PIN has six digits'));

/**
 * True for repeated digits, runs up or down and repeated halves, pairs or triples: the first
 * guesses.
 */
export function isTrivialPin(pin: string): boolean {
  const digits = [...pin].map(Number);
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  const run = steps.every((step) => step === steps[0]) && [0, 1, 9].includes(steps[0] ?? 0);
  const repeats = pin.slice(0, 3) === pin.slice(3) || /^(\d\d)\1\1$/.test(pin) || /^(\d)\1{2}(\d)\2{2}$/.test(pin);
  return run || repeats;
}

/** `language`: the person's choice for all devices; null or absent for that of the device. */
export const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: roleSchema,
  language: z.optional(z.nullable(languageSchema)),
  /** True for a person who has to choose the first PIN, with a printed code. */
  needsPin: z.optional(z.boolean()),
});
export type Person = z.infer<typeof personSchema>;
/** Null for the language of the device. */
export const languageChoiceSchema = z.strictObject({ language: z.nullable(languageSchema) });

export const deviceSchema = z.object({
  id: z.string(),
  name: z.string(),
  enrolledAt: z.string(),
  lastSeenAt: z.nullable(z.string()),
  /** True if the device is locked after too many wrong PINs. */
  locked: z.boolean(),
  current: z.boolean(),
});
export type DeviceAdmin = z.infer<typeof deviceSchema>;
/**
 * States if wrong PINs on all devices together block sign-in for everyone except managers, for some
 * minutes or until a manager ends the block.
 */
export const shopLockSchema = z.object({ waiting: z.boolean(), locked: z.boolean() });
export type ShopLock = z.infer<typeof shopLockSchema>;

/** The PIN of another manager, who agrees to a change that the caller may not make alone. */
export const otherManagerPinSchema = z.strictObject({
  personId: z.string().check(z.minLength(1), z.maxLength(64)),
  pin: pinSchema,
});
export type OtherManagerPin = z.infer<typeof otherManagerPinSchema>;

export const newPersonSchema = z.strictObject({
  name: nameSchema,
  role: roleSchema,
  pin: pinSchema,
  /** Required for a manager if the shop has another manager. */
  approval: z.optional(otherManagerPinSchema),
});
export const personChangeSchema = z.strictObject({
  name: z.optional(nameSchema),
  role: z.optional(roleSchema),
  pin: z.optional(pinSchema),
  disabled: z.optional(z.boolean()),
  /** Unlocks after too many wrong PINs. */
  locked: z.optional(z.literal(false)),
  /** Required to make a person a manager, and for another manager's PIN. */
  approval: z.optional(otherManagerPinSchema),
});
/** A person as a manager sees them in lists. `lastSeenAt`: their last activity, null for never. */
export const personAdminSchema = z.object({
  ...personSchema.shape,
  disabled: z.boolean(),
  locked: z.boolean(),
  lastSeenAt: z.nullable(z.string()),
  badge: z.catch(z.boolean(), false),
});
export type PersonAdmin = z.infer<typeof personAdminSchema>;

export const setupRequestSchema = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(LIMITS.setupCodeCharsMax)),
  device: z.strictObject({ name: nameSchema }),
  manager: z.strictObject({ name: nameSchema, pin: pinSchema }),
  shop: z.optional(z.strictObject({ name: nameSchema, typedAmounts: z.optional(typedAmountsSchema) })),
});
export type SetupRequest = z.infer<typeof setupRequestSchema>;
export const enrolRequestSchema = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(LIMITS.setupCodeCharsMax)),
  name: nameSchema,
});
/** The shop of an enrolment code, for a device that already belongs to a shop. */
export const codeShopRequestSchema = z.pick(enrolRequestSchema, { code: true });
export const codeShopSchema = z.object({
  name: z.string(),
  /** The name of the device's own shop. */
  home: z.string(),
  /** True if the device already belongs to that shop. */
  isHere: z.boolean(),
  /** True if the device's own shop has no other device. */
  isLastDevice: z.boolean(),
});
export type CodeShop = z.infer<typeof codeShopSchema>;
export const enrolmentCodeSchema = z.object({ code: z.string(), expiresAt: z.string() });

/** A printed code of a person without a PIN, and the PIN that the person chooses. */
export const firstPinSchema = z.strictObject({
  personId: z.string().check(z.minLength(1), z.maxLength(64)),
  code: z.string().check(z.minLength(1), z.maxLength(LIMITS.setupCodeCharsMax)),
  pin: pinSchema,
});
export type FirstPin = z.infer<typeof firstPinSchema>;

/** The person signed in on this device, and when the session ends without another action. */
export const sessionSchema = z.object({ person: personSchema, expiresAt: z.string() });
export type Session = z.infer<typeof sessionSchema>;
/** A shop that a person may work in. */
export const managedShopSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The shop of the device. */
  home: z.boolean(),
  current: z.boolean(),
});
export type ManagedShop = z.infer<typeof managedShopSchema>;
export const visitRequestSchema = z.strictObject({ shop: z.string().check(z.minLength(1), z.maxLength(64)) });
export const signInSchema = z.strictObject({
  personId: z.string().check(z.minLength(1), z.maxLength(64)),
  pin: pinSchema,
});

/** The code on a badge, returned once. */
export const badgeSchema = z.object({ code: z.string() });
export const readBadgeSchema = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(LIMITS.setupCodeCharsMax)),
});

export const shopSchema = z.object({
  /** The shop of the device; absent for a new device, and from data of an older version. */
  id: z.optional(z.string()),
  /** The shop's name; absent for the only shop of a server. */
  name: z.optional(z.string()),
  /** Set if the person works in another shop than the device's, or for head office. */
  visit: z.optional(z.object({ office: z.boolean() })),
  currency: z.string(),
  timeZone: z.string(),
  /** When a business day begins, `HH:MM`; absent from data stored by an older version. */
  dayBegins: z.catch(z.string(), MIDNIGHT),
  /** The page locks after this long without a touch, as the session does on the server. */
  sessionIdleMs: z.number(),
  practice: z.boolean(),
  /**
   * True if the shop can sell digital vouchers, because there are credentials of the client API.
   * Absent from data stored by an older version.
   */
  sells: z.catch(z.boolean(), false),
  /** True if a person of the shop has a badge, so that the lock screen offers to read one. */
  badges: z.catch(z.boolean(), false),
  /** False until the first manager exists. */
  setUp: z.boolean(),
  device: z.nullable(z.object({ id: z.string(), name: z.string() })),
});
export type Shop = z.infer<typeof shopSchema>;

/** The names of the device and its shop. */
export function placeOf({ device, name }: Pick<Shop, 'device' | 'name'>): string {
  return [device?.name, name].filter(Boolean).join(' · ');
}

/** Answer of `POST /api/practice`, on the sandbox only. */
export const trainingSchema = z.object({
  device: z.object({ id: z.string(), name: z.string() }),
  people: z.array(z.object({ ...personSchema.shape, pin: z.string() })),
});
export type TrainingEntry = z.infer<typeof trainingSchema>;

/** One line of the printable page of practice vouchers. */
export const trainingVoucherSchema = z.object({
  ref: z.string(),
  /** Text for the QR code: the voucher link if it exists, else the ref. */
  qr: z.string(),
  title: z.string(),
  /** The case that the training voucher demonstrates, in a few words. */
  shows: z.string(),
  group: z.enum(['everyday', 'refused', 'disputes', 'kinds', 'physical', 'trouble']),
  sequence: z.nullable(z.string()),
});
export type TrainingVoucher = z.infer<typeof trainingVoucherSchema>;
