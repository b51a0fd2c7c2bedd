import * as z from 'zod/mini';
import { AMOUNT_MAX } from '../money/money.ts';
import { nameSchema } from './people.ts';

/**
 * What a key may be allowed to do.
 *
 * Whatever is not named by one of these is refused to every key.
 */
export const SCOPES = ['check', 'redeem', 'refund', 'read', 'stories', 'closings'] as const;
export const scopeSchema = z.enum(SCOPES);
export type KeyScope = z.infer<typeof scopeSchema>;

/**
 * How the id of every key begins.
 *
 * It is also the id under which the journal names the key where it names a device.
 */
const ID_START = 'key-';

/** True for the id of a device that is no device but a key. */
export function isKeyId(deviceId: string): boolean {
  return deviceId.startsWith(ID_START);
}

/** The id of a new key. @param uuid a fresh UUID */
export function keyIdOf(uuid: string): string {
  return `${ID_START}${uuid}`;
}

const limitSchema = z.nullable(z.int().check(z.minimum(1), z.maximum(AMOUNT_MAX)));

/**
 * What a key may take, in minor units of the shop's currency.
 *
 * It is null for no limit.
 */
export const keyLimitsSchema = z.strictObject({ perRedemption: limitSchema, perDay: limitSchema });
export type KeyLimits = z.infer<typeof keyLimitsSchema>;

export const newKeySchema = z.strictObject({
  /** Of the register or program that will have it. */
  name: nameSchema,
  scopes: z.array(scopeSchema).check(z.minLength(1), z.maxLength(SCOPES.length)),
  /** In whose name it acts; null for its own. */
  personId: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(64)))),
  limits: z.optional(keyLimitsSchema),
});
export type NewKey = z.infer<typeof newKeySchema>;

/** A key as managers see it. Times are ISO 8601 UTC. */
export const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  /**
   * How the key begins, by which it is recognised.
   *
   * The rest is known to whoever has it.
   */
  start: z.string(),
  scopes: z.array(scopeSchema),
  /** In whose name it acts; null for its own. */
  person: z.nullable(z.string()),
  limits: keyLimitsSchema,
  madeAt: z.string(),
  madeBy: z.string(),
  /** Its present secret, to within a minute; null for never. */
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  /** Until when the replaced secret counts beside the new one; null for none. */
  oldUntil: z.nullable(z.string()),
});
export type KeyAdmin = z.infer<typeof keySchema>;

/**
 * The answer to making or replacing one.
 *
 * It is the only time that the key itself is told.
 */
export const madeKeySchema = z.object({ ...keySchema.shape, key: z.string() });
