import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';
import { AMOUNT_MAX, currencySchema, moneySchema } from './money.ts';
import { nameSchema } from './people.ts';
import { receiptNoSchema } from './sale-facts.ts';
import { tenderIdSchema, tenderViewSchema } from './tender.ts';

/** What a link says at its end of the sale that it asked for. */
const OUTCOMES = ['taken', 'not_taken', 'unknown', 'cancelled'] as const;
export const linkOutcomeSchema = z.enum(OUTCOMES);
export type LinkOutcome = z.infer<typeof linkOutcomeSchema>;

/** Names that a returning address has from us, so that a register's own address may not have them. */
const RETURNED = ['status', 'amount', 'left_to_pay', 'currency', 'reference', 'sale', 'state', 'sig'] as const;

/** Hosts that are this machine, where nobody listens on the way. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function safeUrl(text: string): URL | null {
  if (text.length > LIMITS.returnUrlCharsMax || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname))) return null;
  return url.username === '' && url.password === '' ? url : null;
}

/**
 * The origin of an address to which a link may lead back; null for what is no address, is not encrypted (except on this machine), carries a name or
 * password, a fragment that no signature would hold, or a name that the answer has.
 */
export function returnOriginOf(text: string): string | null {
  const url = safeUrl(text);
  if (url === null || url.hash !== '' || text.includes('#')) return null;
  return RETURNED.some((name) => url.searchParams.has(name)) ? null : url.origin;
}

/** The origin that a manager typed, as browsers write it; null for what is none, or more than one. */
export function registerOriginOf(text: string): string | null {
  const url = safeUrl(text.trim());
  return url !== null && url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : null;
}

const originSchema = z.string().check(
  z.maxLength(LIMITS.returnUrlCharsMax),
  z.refine((text) => registerOriginOf(text) !== null),
);

/** Body of `POST /api/registers`: where the register's pages are, and what the shop calls it. */
export const newRegisterSchema = z.strictObject({ origin: originSchema, name: nameSchema });
export type NewRegister = z.infer<typeof newRegisterSchema>;

/** A register that may ask for redemptions by link. Times are ISO 8601 UTC. */
export const registerSchema = z.object({ id: z.string(), origin: z.string(), name: z.string(), person: z.string(), addedAt: z.string() });
export type Register = z.infer<typeof registerSchema>;

/** Body of `PUT /api/pay-links/:id`: what a register's link asks for. */
export const payLinkSchema = z.strictObject({
  /** Minor units. */
  amount: z.int().check(z.minimum(1), z.maximum(AMOUNT_MAX)),
  currency: currencySchema,
  /** The register's number of the sale. */
  reference: receiptNoSchema,
  returnUrl: z.string().check(z.maxLength(LIMITS.returnUrlCharsMax)),
  /** What the register wants back as it is; empty for nothing. */
  state: z.string().check(z.maxLength(LIMITS.linkStateCharsMax), z.regex(/^[^\p{Cc}]*$/u)),
});
export type PayLink = z.infer<typeof payLinkSchema>;

/** The sale of a link, with what was redeemed for it so far. `id` is the sale's. */
export const payLinkViewSchema = z.object({
  id: z.string(),
  due: moneySchema,
  reference: z.string(),
  register: z.object({ name: z.string(), origin: z.string() }),
  tenders: z.array(tenderViewSchema),
});
export type PayLinkView = z.infer<typeof payLinkViewSchema>;

/** Body of `POST /api/pay-links/:id/return`: redemptions of which the page has not heard how they ended. */
export const returnRequestSchema = z.strictObject({ awaiting: z.array(tenderIdSchema).check(z.maxLength(100)) });

/** Where the browser goes, and what is said there. */
export const returnAddressSchema = z.object({ url: z.string(), outcome: linkOutcomeSchema });
export type ReturnAddress = z.infer<typeof returnAddressSchema>;

/** Public keys (JWK): Ed25519 over the query of the returning address, without `sig`, sorted by name, as `URLSearchParams` writes it. */
export const publicKeysSchema = z.object({
  keys: z.array(z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), kid: z.string(), use: z.literal('sig') })),
});
export type PublicKeys = z.infer<typeof publicKeysSchema>;

/** Which part of a link cannot be understood. */
export type LinkFault = 'amount' | 'currency' | 'reference' | 'return' | 'state';

/**
 * Reads the query of a link: `amount` (minor units), `currency`, `reference`, `return_url` and, where the register wants it back, `state`.
 * @param currency the shop's, the only one that its tills take
 */
export function readPayLink(search: string, currency: string): { readonly link: PayLink } | { readonly fault: LinkFault } {
  const query = new URLSearchParams(search);
  /* What stands there twice could be read either way. */
  const only = (name: string) => (query.getAll(name).length === 1 ? (query.get(name) ?? '') : '');
  const amount = /^[1-9]\d{0,9}$/.test(only('amount')) ? Number(only('amount')) : 0;
  if (amount === 0 || amount > AMOUNT_MAX) return { fault: 'amount' };
  if (only('currency') !== currency) return { fault: 'currency' };
  const reference = receiptNoSchema.safeParse(only('reference'));
  if (!reference.success) return { fault: 'reference' };
  if (returnOriginOf(only('return_url')) === null) return { fault: 'return' };
  if (query.getAll('state').length > 1) return { fault: 'state' };
  const link = payLinkSchema.safeParse({
    amount,
    currency,
    reference: reference.data,
    returnUrl: only('return_url'),
    state: query.get('state') ?? '',
  });
  return link.success ? { link: link.data } : { fault: 'state' };
}
