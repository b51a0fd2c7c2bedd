import * as z from 'zod/mini';
import { AMOUNT_MAX } from '../money/limits.ts';
import { nameSchema } from './people.ts';

/** Permissions of a key. A route that names none of these refuses every key. */
export const SCOPES = ['check', 'redeem', 'refund', 'read', 'stories', 'closings'] as const;
export const scopeSchema = z.enum(SCOPES);
export type KeyScope = z.infer<typeof scopeSchema>;

/** Prefix of every key's id. The journal uses this id for the key in place of a device. */
const ID_START = 'key-';

export function isKeyId(deviceId: string): boolean {
  return deviceId.startsWith(ID_START);
}

/** Returns the id of a new key. @param uuid a fresh UUID */
export function keyIdOf(uuid: string): string {
  return `${ID_START}${uuid}`;
}

const limitSchema = z.nullable(z.int().check(z.minimum(1), z.maximum(AMOUNT_MAX)));

/** Amounts that a key may redeem, in minor units of the shop's currency. Null for no limit. */
export const keyLimitsSchema = z.strictObject({ perRedemption: limitSchema, perDay: limitSchema });
export type KeyLimits = z.infer<typeof keyLimitsSchema>;

export const newKeySchema = z.strictObject({
  /** Name of the register or program that will use the key. */
  name: nameSchema,
  scopes: z.array(scopeSchema).check(z.minLength(1), z.maxLength(SCOPES.length)),
  /** The person that the key acts for; null if it acts in its own name. */
  personId: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(64)))),
  limits: z.optional(keyLimitsSchema),
});
export type NewKey = z.infer<typeof newKeySchema>;

/** A key as managers see it. Times are ISO 8601 UTC. */
export const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  /**
   * The first characters of the key, to recognise it. The server does not store the other
   * characters.
   */
  start: z.string(),
  scopes: z.array(scopeSchema),
  /** The person that the key acts for; null if it acts in its own name. */
  person: z.nullable(z.string()),
  limits: keyLimitsSchema,
  madeAt: z.string(),
  madeBy: z.string(),
  /** Last use of its current secret, to the minute; null for never. */
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  /** Until when the replaced secret is also valid; null for none. */
  oldUntil: z.nullable(z.string()),
});
export type KeyAdmin = z.infer<typeof keySchema>;

/** The response to creating or replacing a key, the only response that contains the key itself. */
export const madeKeySchema = z.object({ ...keySchema.shape, key: z.string() });
