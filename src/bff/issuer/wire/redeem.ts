import * as z from 'zod';
import { isItems } from '../../../contract/money/money.ts';
import type { RedeemOrder } from '../port.ts';
import { hasSucceeded, metaSchema } from './meta.ts';
import { currencyCode, idText, integer, lenientList, midText } from './scalars.ts';

/**
 * Body of POST /v1/transactions, one voucher. Product-based vouchers have no currency, and a value
 * only if the service requires the count.
 */
export function redeemBody(
  order: RedeemOrder,
  settings: { productClass: string; productBasedValue: 'none' | 'items' },
): string {
  const { ref, worth } = order;
  const entry = { product_class: settings.productClass, ref };
  if (!isItems(worth))
    return JSON.stringify({ currency: worth.currency, vouchers: [{ value: worth.amount, ...entry }] });
  return JSON.stringify({
    vouchers: [settings.productBasedValue === 'items' ? { value: worth.items, ...entry } : entry],
  });
}

const linkSchema = z.object({ rel: z.string(), href: z.string() });
const redeemAnswerSchema = z.object({
  meta: metaSchema,
  data: z.object({
    capture_id: idText,
    authorization_id: idText,
    mid: midText,
    captured_amount: z.unknown().optional(),
    authorized_amount: z.unknown().optional(),
    currency: currencyCode,
    refund_id: idText,
    activation_id: idText,
    vouchers: z.unknown().optional(),
  }),
  links: lenientList(linkSchema),
  vouchers: z.unknown().optional(),
});

/**
 * A redeem answer as received. An amount is null if absent, `odd` if it is not a count of minor
 * units or items.
 */
export interface RedeemAnswer {
  readonly succeeded: boolean;
  readonly captureId: string | null;
  readonly authorizationId: string | null;
  readonly mid: string | null;
  readonly capturedAmount: number | 'odd' | null;
  readonly authorizedAmount: number | 'odd' | null;
  readonly currency: string | null;
  /** True if it has an id that only a refund or an activation has. */
  readonly namesOtherCall: boolean;
  readonly refundHandle: string | null;
  readonly vouchers: unknown;
}

/** Reads the body of a redeem answer; null if it has another shape. */
export function readRedeemAnswer(body: unknown): RedeemAnswer | null {
  const answer = redeemAnswerSchema.safeParse(body).data;
  if (answer === undefined) return null;
  const { data } = answer;
  return {
    succeeded: hasSucceeded(answer.meta),
    captureId: data.capture_id,
    authorizationId: data.authorization_id,
    mid: data.mid,
    capturedAmount: readAmount(data.captured_amount),
    authorizedAmount: readAmount(data.authorized_amount),
    currency: data.currency,
    namesOtherCall: data.refund_id !== null || data.activation_id !== null,
    refundHandle: data.capture_id === null ? null : refundHandle(answer.links, data.capture_id),
    vouchers: answer.vouchers ?? data.vouchers,
  };
}

/** True if a body contains a capture id in any field. Such a body is never a refusal. */
export function namesCapture(text: string): boolean {
  return /"capture_id"\s*:\s*(?!null\b|"\s*")\S/.test(text);
}

function readAmount(value: unknown): number | 'odd' | null {
  if (value === null || value === undefined) return null;
  const amount = integer.parse(value);
  return amount === null || amount < 0 ? 'odd' : amount;
}

/**
 * Returns `{scope}-{capture_id}` of the refund link. The link is data, never an address to call:
 * only this segment is used, and only if it names the capture of this answer.
 */
function refundHandle(links: readonly z.infer<typeof linkSchema>[], captureId: string): string | null {
  const href = links.find(({ rel }) => rel.toLowerCase() === 'refund')?.href ?? '';
  const [, scope, id] = /\/transactions\/([A-Za-z0-9]{1,16})-([A-Za-z0-9_-]{1,128})\/actions\/refund$/.exec(href) ?? [];
  return scope !== undefined && id === captureId ? `${scope}-${id}` : null;
}
