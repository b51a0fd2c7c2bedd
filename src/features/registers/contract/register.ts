import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { nameSchema } from '../../../contract/access/people.ts';
import { AMOUNT_MAX, currencySchema, moneySchema } from '../../../contract/money/money.ts';
import { receiptNoSchema } from '../../../contract/redemption/sale-facts.ts';
import { tenderIdSchema, tenderViewSchema } from '../../../contract/redemption/tender.ts';

/**
 * Names that a returning address has from us, so that a register's own address may not have them.
 */
const RETURNED = [
  'status',
  'amount',
  'asked',
  'left_to_pay',
  'currency',
  'reference',
  'sale',
  'state',
  'at',
  'sig',
] as const;

/** Hosts that are this machine, where nobody listens on the way. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/**
 * Names and numbers of hosts.
 *
 * Addresses may hold `*`, `;` and `,` there, which mean more where a policy for browsers names the
 * host.
 */
const HOST = /^([\w-]+(\.[\w-]+)*\.?|\[[\da-f:.]+\])$/;

function safeUrl(text: string): URL | null {
  if (text.length > LIMITS.returnUrlCharsMax || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname))) return null;
  return HOST.test(url.hostname) && url.username === '' && url.password === '' ? url : null;
}

/**
 * The origin of an address to which a link may lead back; null for what is no address, is not
 * encrypted (except on this machine), carries a name or password, a fragment that no signature
 * would hold, or a name that the answer has.
 */
export function returnOriginOf(text: string): string | null {
  const url = safeUrl(text);
  if (url === null || url.hash !== '' || text.includes('#')) return null;
  return RETURNED.some((name) => url.searchParams.has(name)) ? null : url.origin;
}

/**
 * The origin that a manager typed, as browsers write it; null for what is none, or more than one.
 */
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
export const registerSchema = z.object({
  id: z.string(),
  origin: z.string(),
  name: z.string(),
  person: z.string(),
  addedAt: z.string(),
  /** Whether it signs its links: one that is not signed is refused. */
  signs: z.boolean(),
});
/** The answer to making its secret: the only time that the secret is told. */
export const registerSecretSchema = z.object({ ...registerSchema.shape, secret: z.string() });
export type Register = z.infer<typeof registerSchema>;

/** A signature as registers write it. */
export const linkSignatureSchema = z.string().check(z.regex(/^[\w-]{1,100}$/));

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
  /**
   * By the register's secret: HMAC-SHA256 over {@link signedLink}, base64url.
   *
   * Absent where it signs none.
   */
  sig: z.optional(linkSignatureSchema),
});
export type PayLink = z.infer<typeof payLinkSchema>;

/**
 * What a register signs of its link: the query without `sig`, sorted by name, as `URLSearchParams`
 * writes it.
 *
 * An empty `state` is none.
 */
export function signedLink({ amount, currency, reference, returnUrl, state }: PayLink): string {
  const said = new URLSearchParams({ amount: String(amount), currency, reference, return_url: returnUrl });
  if (state !== '') said.set('state', state);
  said.sort();
  return said.toString();
}

/** The sale of a link, with what was redeemed for it so far. `id` is the sale's. */
export const payLinkViewSchema = z.object({
  id: z.string(),
  due: moneySchema,
  reference: z.string(),
  register: z.object({ name: z.string(), origin: z.string() }),
  tenders: z.array(tenderViewSchema),
});
export type PayLinkView = z.infer<typeof payLinkViewSchema>;

/**
 * Body of `POST /api/pay-links/:id/return`: all redemptions that the page holds for the sale.
 *
 * One that is not there makes its end unknown.
 */
export const returnRequestSchema = z.strictObject({
  awaiting: z.array(tenderIdSchema).check(z.maxLength(LIMITS.saleRowsMax)),
});

/**
 * Public keys (JWK): Ed25519 over the query of the returning address, without `sig`, sorted by
 * name, as `URLSearchParams` writes it.
 */
export const publicKeysSchema = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string(),
      kid: z.string(),
      use: z.literal('sig'),
    }),
  ),
});
export type PublicKeys = z.infer<typeof publicKeysSchema>;

/** Which part of a link cannot be understood. */
export type LinkFault = 'amount' | 'currency' | 'reference' | 'return' | 'state' | 'signature';

/**
 * Reads the query of a link: `amount` (minor units), `currency`, `reference`, `return_url`, where
 * the register wants it back `state`, and where it signs its links `sig`.
 * @param currency the shop's, the only one that its tills take
 */
export function readPayLink(
  search: string,
  currency: string,
): { readonly link: PayLink } | { readonly fault: LinkFault } {
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
  const sig = query.has('sig') ? linkSignatureSchema.safeParse(only('sig')) : null;
  if (sig?.success === false) return { fault: 'signature' };
  const link = payLinkSchema.safeParse({
    amount,
    currency,
    reference: reference.data,
    returnUrl: only('return_url'),
    state: query.get('state') ?? '',
    ...(sig && { sig: sig.data }),
  });
  return link.success ? { link: link.data } : { fault: 'state' };
}
