import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { nameSchema } from '../../../contract/access/people.ts';
import { AMOUNT_MAX } from '../../../contract/money/limits.ts';
import { currencySchema, moneySchema } from '../../../contract/money/money.ts';
import { receiptNoSchema } from '../../../contract/redemption/sale-facts.ts';
import { tenderIdSchema, tenderViewSchema } from '../../../contract/redemption/tender.ts';

/**
 * Parameters that we add to the return address, so that a register's own address may not have them.
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
  'till_shop',
  'at',
  'sig',
] as const;

/** Hosts of this machine, where no one can listen in between. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/**
 * Names and numbers of hosts. Other hosts could contain `*`, `;` and `,`, which have a meaning in a
 * content policy.
 */
const HOST = /^([\w-]+(\.[\w-]+)*\.?|\[[\da-f:.]+\])$/;

function safeUrl(text: string): URL | null {
  if (text.length > LIMITS.returnUrlCharsMax || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname))) return null;
  return HOST.test(url.hostname) && url.username === '' && url.password === '' ? url : null;
}

/**
 * Returns the origin of a return address; null if it is no address, is not encrypted (except on
 * this machine), contains a user name or password, a fragment, which no signature would cover, or
 * one of our parameters.
 */
export function returnOriginOf(text: string): string | null {
  const url = safeUrl(text);
  if (url === null || url.hash !== '' || text.includes('#')) return null;
  return RETURNED.some((name) => url.searchParams.has(name)) ? null : url.origin;
}

/** Normalises the origin that a manager typed; null if the text is no origin, or several. */
export function registerOriginOf(text: string): string | null {
  const url = safeUrl(text.trim());
  return url !== null && url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : null;
}

const originSchema = z.string().check(
  z.maxLength(LIMITS.returnUrlCharsMax),
  z.refine((text) => registerOriginOf(text) !== null),
);

/** Body of `POST /api/registers`: the address of the register's pages, and its name. */
export const newRegisterSchema = z.strictObject({ origin: originSchema, name: nameSchema });
export type NewRegister = z.infer<typeof newRegisterSchema>;

/** A register that may request redemptions by link. Times are ISO 8601 UTC. */
export const registerSchema = z.object({
  id: z.string(),
  origin: z.string(),
  name: z.string(),
  person: z.string(),
  addedAt: z.string(),
  /** True if the register signs its links, so that unsigned links are refused. */
  signs: z.boolean(),
});
/** The response to creating a register's secret. No other response contains the secret. */
export const registerSecretSchema = z.object({ ...registerSchema.shape, secret: z.string() });
export type Register = z.infer<typeof registerSchema>;

export const linkSignatureSchema = z.string().check(z.regex(/^[\w-]{1,100}$/));

/** Body of `PUT /api/pay-links/:id`: the request in a register's link. */
export const payLinkSchema = z.strictObject({
  /** Minor units. */
  amount: z.int().check(z.minimum(1), z.maximum(AMOUNT_MAX)),
  currency: currencySchema,
  /** The register's number of the sale. */
  reference: receiptNoSchema,
  returnUrl: z.string().check(z.maxLength(LIMITS.returnUrlCharsMax)),
  /** Text that the register wants returned unchanged; empty for none. */
  state: z.string().check(z.maxLength(LIMITS.linkStateCharsMax), z.regex(/^[^\p{Cc}]*$/u)),
  /**
   * With the register's secret: HMAC-SHA256 over {@link signedLink}, base64url. Absent if the
   * register does not sign.
   */
  sig: z.optional(linkSignatureSchema),
});
export type PayLink = z.infer<typeof payLinkSchema>;

/**
 * Returns the text that a register signs: the query without `sig`, sorted by name, as
 * `URLSearchParams` writes it. An empty `state` is omitted.
 */
export function signedLink({ amount, currency, reference, returnUrl, state }: PayLink): string {
  const params = new URLSearchParams({ amount: String(amount), currency, reference, return_url: returnUrl });
  if (state !== '') params.set('state', state);
  params.sort();
  return params.toString();
}

/** The sale of a link, with its redemptions so far. `id` is the sale's. */
export const payLinkViewSchema = z.object({
  id: z.string(),
  due: moneySchema,
  reference: z.string(),
  register: z.object({ name: z.string(), origin: z.string() }),
  tenders: z.array(tenderViewSchema),
});
export type PayLinkView = z.infer<typeof payLinkViewSchema>;

/**
 * Body of `POST /api/pay-links/:id/return`: all redemptions that the page has for the sale. A
 * missing one makes the outcome unknown.
 */
export const returnRequestSchema = z.strictObject({
  awaiting: z.array(tenderIdSchema).check(z.maxLength(LIMITS.saleRowsMax)),
});

export type LinkFault = 'amount' | 'currency' | 'reference' | 'return' | 'state' | 'signature';

/**
 * Parses the query of a link: `amount` (minor units), `currency`, `reference`, `return_url`, and
 * optionally `state` and `sig`.
 * @param currency the shop's, the only one that its tills accept
 */
export function readPayLink(
  search: string,
  currency: string,
): { readonly link: PayLink } | { readonly fault: LinkFault } {
  const query = new URLSearchParams(search);
  /* A repeated parameter would be ambiguous. */
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
