import * as z from 'zod/mini';
import { badgeIn } from '../access/badge.ts';
import { LIMITS } from '../access/limits.ts';
import { worthSchema } from '../money/money.ts';
import { statesOf, VOUCHER_STATUSES } from '../redemption/states.ts';
import { refusalSchema } from './refusal.ts';

/** One set of states for v1, v2 and v3; the issuer's own word travels beside it as `rawStatus`. */
export const voucherStatusSchema = z.enum(statesOf(VOUCHER_STATUSES));
export type VoucherStatus = z.infer<typeof voucherStatusSchema>;

/**
 * What a scanned or typed text turned out to be.
 *
 * A link is looked up by its voucher id; a ref is used as it is.
 */
export type ParsedCode =
  | { readonly kind: 'ref'; readonly ref: string }
  | { readonly kind: 'link'; readonly voucherId: string }
  | { readonly kind: 'refused'; readonly reason: CodeRefusal };
export type CodeRefusal = 'empty' | 'too-long' | 'too-short' | 'foreign-link' | 'not-a-code' | 'badge';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const WHOLE_UUID = new RegExp(`^${UUID.source}$`, 'i');
const LINK = /^https?:\/\//i;
const REF = /^[\p{L}\p{N}][\p{L}\p{N}_.:/#-]*$/u;
/** Shapes of refs that are printed in groups, so that a dash between groups is decoration. */
const GROUPED_SHAPES = [/^\d{8,}$/, /^[A-Za-z]{2}\d{9,10}$/, /^[A-Za-z0-9]{12}$/];

/**
 * Reads a scanned, typed or pasted text: full-width characters become narrow, spaces and control
 * characters go, and dashes go where the rest has the shape of a ref printed in groups. What is on
 * a person's badge is no code. A voucher link gives the id it ends with (v3: "url: voucher link,
 * ending with the voucher_id").
 */
export function parseCode(text: string): ParsedCode {
  if (text.length > LIMITS.codeCharsMax) return { kind: 'refused', reason: 'too-long' };
  const compact = text.normalize('NFKC').replace(/[\s\p{Cc}\p{Cf}]/gu, '');
  if (compact === '') return { kind: 'refused', reason: 'empty' };
  if (badgeIn(compact) !== null) return { kind: 'refused', reason: 'badge' };
  if (LINK.test(compact)) return parseLink(compact);
  const ref = withoutGrouping(compact);
  if (ref.length < LIMITS.refCharsMin) return { kind: 'refused', reason: 'too-short' };
  if (ref.length > LIMITS.refCharsMax) return { kind: 'refused', reason: 'too-long' };
  return REF.test(ref) ? { kind: 'ref', ref } : { kind: 'refused', reason: 'not-a-code' };
}

function parseLink(link: string): ParsedCode {
  const path = link.split(/[?#]/, 1)[0] ?? '';
  const last = path.split('/').filter(Boolean).at(-1) ?? '';
  return WHOLE_UUID.test(last)
    ? { kind: 'link', voucherId: last.toLowerCase() }
    : { kind: 'refused', reason: 'foreign-link' };
}

function withoutGrouping(code: string): string {
  if (WHOLE_UUID.test(code)) return code;
  const bare = code.replace(/[-\u2010-\u2015]/g, '');
  return GROUPED_SHAPES.some((shape) => shape.test(bare)) ? bare : code;
}

/**
 * The text that two spellings of one ref share, for the voucher lock and for finding earlier uses.
 *
 * Never sent to the issuer.
 */
export function refIdentity(ref: string): string {
  return ref.toUpperCase();
}

/**
 * Last four characters, the only part of a ref that may be shown away from the panel where it was
 * scanned, logged or listed.
 */
export function lastFour(ref: string): string {
  return ref.slice(-4);
}

/** `··1234`: how a voucher is named in rows and receipts. */
export function maskRef(ref: string): string {
  return `··${lastFour(ref)}`;
}

/**
 * Who can say something about a voucher: v2's check, v1's, v3, or the catalogue through the
 * product. `both`: v2 and v1 gave one number. `setting`: nobody at the issuer, but whoever set this
 * server up.
 */
export const sourceSchema = z.enum(['legacy', 'merchant', 'client', 'catalogue', 'both', 'setting']);
export type Source = z.infer<typeof sourceSchema>;

/**
 * Who made each statement; null where nobody did, or where two contradict each other and nothing is
 * stated.
 */
export const sourcesSchema = z.object({
  status: z.nullable(sourceSchema),
  expires: z.nullable(sourceSchema),
  holds: z.nullable(sourceSchema),
  unit: z.nullable(sourceSchema),
  product: z.nullable(sourceSchema),
  singleUse: z.nullable(sourceSchema),
});
export type Sources = z.infer<typeof sourcesSchema>;

/**
 * Answer of `POST /api/vouchers/check`.
 *
 * `source` null means that no check could be had: the redemption itself will decide.
 */
export const checkAnswerSchema = z.object({
  ref: z.string(),
  status: voucherStatusSchema,
  rawStatus: z.nullable(z.string()),
  remaining: z.nullable(worthSchema),
  /**
   * What the voucher counts, as `unitOf` gives it: known of some of which nobody knows what is
   * left.
   *
   * Null: nobody said.
   */
  unit: z.catch(z.nullable(z.string()), null),
  /** ISO 8601 UTC instant from which the voucher is past use, null when unknown. */
  expires: z.nullable(z.string()),
  product: z.nullable(z.object({ code: z.string(), name: z.string() })),
  /** True: one redemption consumes the whole voucher. Null: the issuer did not say. */
  singleUse: z.nullable(z.boolean()),
  /** The last redemption of this voucher by this shop, from its own journal. */
  lastUse: z.nullable(z.object({ captured: worthSchema, at: z.string(), person: z.string(), device: z.string() })),
  /**
   * The voucher is in a redemption or a refund that is not settled: on which device, since when,
   * and whether that is the one that asks.
   */
  open: z.nullable(z.object({ device: z.string(), since: z.string(), tenderId: z.string(), mine: z.boolean() })),
  /** A manager put it on hold, since then: nothing is taken from it. */
  held: z.catch(z.nullable(z.object({ since: z.string() })), null),
  source: z.nullable(z.enum(['legacy', 'merchant', 'client'])),
  sources: z.catch(z.nullable(sourcesSchema), null),
  /** Only one of the issuer's two answers is in it. Asked anew, it may tell more. */
  part: z.optional(z.boolean()),
  /** Why it cannot be redeemed now, null when it can. */
  refusal: z.nullable(refusalSchema),
});
export type CheckAnswer = z.infer<typeof checkAnswerSchema>;

/**
 * A code as a browser sends it: any text up to the cap; {@link parseCode} judges it on the server.
 */
export const codeSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.codeCharsMax));

/**
 * By whatever name a program knows the customer who gave it a code, so that what one mistypes does
 * not stop the others. Only a keyed hash of it is kept, for some minutes; from tills it is not
 * looked at.
 */
export const shopperSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.shopperCharsMax));
