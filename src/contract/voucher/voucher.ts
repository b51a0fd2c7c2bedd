import * as z from 'zod/mini';
import { featureCheckFacts } from '../../features/check.ts';
import { badgeIn } from '../access/badge.ts';
import { LIMITS } from '../access/limits.ts';
import { voucherValueSchema } from '../money/money.ts';
import { withAsciiDigits } from '../platform/ascii-digits.ts';
import { statesOf, VOUCHER_STATUSES } from '../redemption/states.ts';
import { refusalSchema } from './refusal.ts';

/** One set of states for v1, v2 and v3; the issuer's own status is in `rawStatus`. */
export const voucherStatusSchema = z.enum(statesOf(VOUCHER_STATUSES));
export type VoucherStatus = z.infer<typeof voucherStatusSchema>;

/**
 * The result of parsing a scanned or typed text. A link is looked up by its voucher id; a ref is
 * looked up as it was read.
 */
export type ParsedCode =
  | { readonly kind: 'ref'; readonly ref: string }
  | { readonly kind: 'link'; readonly voucherId: string }
  | { readonly kind: 'refused'; readonly reason: CodeRefusal };
export type CodeRefusal = 'empty' | 'too-long' | 'too-short' | 'joined' | 'foreign-link' | 'not-a-code' | 'badge';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const EXACT_UUID = new RegExp(`^${UUID.source}$`, 'i');
const LINK = /^https?:\/\//i;
/** A voucher link whose scheme was left out, as people type and print them. */
const LINK_WITHOUT_SCHEME = new RegExp(`^[\\p{L}\\p{N}-]+(\\.[\\p{L}\\p{N}-]+)+(:\\d+)?/[^?#]*${UUID.source}`, 'iu');
/** A link after another code: a scanner sent several codes as one text. */
const JOINED = new RegExp(`^[^?#]+https?://|^[^?#]*/${UUID.source}[^/?#]+/`, 'i');
const REF = /^[\p{L}\p{N}][\p{L}\p{N}_.:/#-]*$/u;
/** Tracks 1 and 2 of a magnetic stripe; the number ends at the first separator. */
const STRIPES = [/^%B([^%?;^=]+)(?:\^[^?]*)?\?/i, /^(?:%[^?]*\?)?;([^%?;^=]+)(?:=[^?]*)?\?/];

/**
 * Parses a scanned, typed or pasted text. Full-width characters become narrow, and dashes and
 * digits of all scripts ASCII. Spaces, control characters, dots between groups and a leading number
 * sign are removed. Dashes stay: only the issuer knows if they belong to the ref. From a magnetic
 * stripe, only the number counts. The code of a badge is no voucher code. Joined codes are refused,
 * because the id at their end would be read alone. A voucher link yields the id at its end (v3:
 * "url: voucher link, ending with the voucher_id").
 */
export function parseCode(text: string): ParsedCode {
  if (text.length > LIMITS.codeCharsMax) return { kind: 'refused', reason: 'too-long' };
  const compact = withAsciiDigits(text.normalize('NFKC'))
    .replace(/[\s\p{Cc}\p{Cf}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/([\p{L}\p{N}])[\u2022\u00b7\u2219\u30fb]+(?=[\p{L}\p{N}])/gu, '$1');
  if (compact === '') return { kind: 'refused', reason: 'empty' };
  if (badgeIn(compact) !== null) return { kind: 'refused', reason: 'badge' };
  if (JOINED.test(compact)) return { kind: 'refused', reason: 'joined' };
  if (LINK.test(compact) || LINK_WITHOUT_SCHEME.test(compact)) return parseLink(compact);
  const stripe = STRIPES.map((track) => track.exec(compact)?.[1]).find((number) => number !== undefined);
  const ref = (stripe ?? compact).replace(/^[#-]+/, '');
  if (ref.length < LIMITS.refCharsMin) return { kind: 'refused', reason: 'too-short' };
  if (ref.length > LIMITS.refCharsMax) return { kind: 'refused', reason: 'too-long' };
  return REF.test(ref) ? { kind: 'ref', ref } : { kind: 'refused', reason: 'not-a-code' };
}

function parseLink(link: string): ParsedCode {
  const path = link.split(/[?#]/, 1)[0] ?? '';
  const last = path.split('/').filter(Boolean).at(-1) ?? '';
  return EXACT_UUID.test(last)
    ? { kind: 'link', voucherId: last.toLowerCase() }
    : { kind: 'refused', reason: 'foreign-link' };
}

/** A ref without the dashes of its printed groups. */
export function withoutGrouping(ref: string): string {
  return ref.replaceAll('-', '');
}

/**
 * Returns the text that all spellings of one ref share, for the voucher lock and for finding
 * earlier uses.
 */
export function refIdentity(ref: string): string {
  return withoutGrouping(ref).toUpperCase();
}

/**
 * Last four characters: the only part of a ref that may be logged, listed or displayed outside the
 * panel of the scan.
 */
export function lastFour(ref: string): string {
  return withoutGrouping(ref).slice(-4);
}

/** `··1234`: the name of a voucher in rows and receipts. */
export function maskRef(ref: string): string {
  return `··${lastFour(ref)}`;
}

/**
 * Sources of data about a voucher: v2's check, v1's, v3, or the catalogue through the product.
 * `both`: v2 and v1 gave one number. `setting`: not the issuer, but the operator of this server.
 */
export const sourceSchema = z.enum(['legacy', 'merchant', 'client', 'catalogue', 'both', 'setting']);
export type Source = z.infer<typeof sourceSchema>;

/** The source of each value; null without a value, or if two sources contradict each other. */
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
 * Response to `POST /api/vouchers/check`. `source` null means that no check succeeded: the
 * redemption itself will decide.
 */
export const checkAnswerSchema = z.object({
  ref: z.string(),
  status: voucherStatusSchema,
  rawStatus: z.nullable(z.string()),
  remaining: z.nullable(voucherValueSchema),
  /**
   * The voucher's unit, as from `unitOf`: it may be known even if the balance is not. Null if
   * unknown.
   */
  unit: z.catch(z.nullable(z.string()), null),
  /** ISO 8601 UTC instant from which the voucher has expired, null if unknown. */
  expires: z.nullable(z.string()),
  product: z.nullable(z.object({ code: z.string(), name: z.string() })),
  /** True: one redemption uses up the whole voucher. Null: unknown. */
  singleUse: z.nullable(z.boolean()),
  /** The last redemption of this voucher by this shop, from its own journal. */
  lastUse: z.nullable(
    z.object({ captured: voucherValueSchema, at: z.string(), person: z.string(), device: z.string() }),
  ),
  /**
   * The voucher has an unsettled redemption or refund: its device, its start, and true if it is the
   * caller's.
   */
  open: z.nullable(z.object({ device: z.string(), since: z.string(), tenderId: z.string(), mine: z.boolean() })),
  ...featureCheckFacts,
  source: z.nullable(z.enum(['legacy', 'merchant', 'client'])),
  sources: z.catch(z.nullable(sourcesSchema), null),
  /**
   * True if only one of the issuer's two answers arrived, so that a later check may return more.
   */
  part: z.optional(z.boolean()),
  /** The reason why the voucher cannot be redeemed now; null if it can. */
  refusal: z.nullable(refusalSchema),
});
export type CheckAnswer = z.infer<typeof checkAnswerSchema>;

/** The features' fields of a check. */
export type FeatureFacts = {
  readonly [Field in keyof typeof featureCheckFacts]: z.infer<(typeof featureCheckFacts)[Field]>;
};
/** The fields of a voucher without any such fact. */
export const NO_FEATURE_FACTS: FeatureFacts = z.object(featureCheckFacts).parse({});

/**
 * A code as a browser sends it: any text up to the limit; {@link parseCode} judges it on the
 * server.
 */
export const codeSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.codeCharsMax));

/**
 * A program's own name for the customer who gave it a code, so that one customer's mistakes do not
 * block the others. Only a keyed hash is stored, for some minutes; tills do not need it.
 */
export const shopperSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.shopperCharsMax));
