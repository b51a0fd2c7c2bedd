import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { AMOUNT_MAX } from '../../../contract/money/limits.ts';
import { minorDigits } from '../../../contract/money/money.ts';
import { receiptNoSchema } from '../../../contract/redemption/sale-facts.ts';
import { linkSignatureSchema, registerOriginOf } from './register.ts';

/** The request of a register's page to the frame that it opens. */
export interface FrameRequest {
  /** Origin of the register's page, the only one to exchange messages with. */
  readonly origin: string;
  /** The register's own identifier; returned unchanged. */
  readonly registerId: string;
  /** Minor units. */
  readonly amount: number;
  /** The register's number of the sale; null if its page provides it later. */
  readonly reference: string | null;
  /** True if the register accepts a smaller amount than requested. */
  readonly partial: boolean;
  /**
   * The register's signature, see `signedLink`; null if its page provides it later, or if the
   * register does not sign.
   */
  readonly sig: string | null;
}

export type FrameFault = 'amount' | 'origin' | 'register' | 'reference' | 'signature';

/**
 * Parses the query of a frame's address. It has `origin`, `register_id`, `amount` in major units as
 * Lightspeed X sends it (`23.40`), and optionally `reference`, `partial=1` and `sig`.
 * @param currency the shop's, the only one that its tills accept
 */
export function readFrame(
  search: string,
  currency: string,
): { readonly asked: FrameRequest } | { readonly fault: FrameFault } {
  const query = new URLSearchParams(search);
  /* A repeated parameter would be ambiguous. */
  const only = (name: string) => (query.getAll(name).length === 1 ? (query.get(name) ?? '') : '');
  const origin = registerOriginOf(only('origin'));
  if (origin === null || origin !== only('origin')) return { fault: 'origin' };
  const amount = minorOf(only('amount'), currency);
  if (amount === null) return { fault: 'amount' };
  const registerId = only('register_id');
  if (!/^[^\p{Cc}]+$/u.test(registerId) || registerId.length > LIMITS.linkStateCharsMax) return { fault: 'register' };
  const reference = query.has('reference') ? receiptNoSchema.safeParse(only('reference')) : null;
  if (reference?.success === false) return { fault: 'reference' };
  const sig = query.has('sig') ? linkSignatureSchema.safeParse(only('sig')) : null;
  if (sig?.success === false) return { fault: 'signature' };
  const details = { reference: reference?.data ?? null, partial: only('partial') === '1', sig: sig?.data ?? null };
  return { asked: { origin, registerId, amount, ...details } };
}

/**
 * Parses `23.4` of a currency with two decimals as 2340. Null if the text is no amount, or has more
 * decimals than the currency.
 */
function minorOf(text: string, currency: string): number | null {
  const [, units = '', fraction = ''] = /^(\d{1,10})(?:\.(\d{1,5}))?$/.exec(text) ?? [];
  const digits = minorDigits(currency);
  /* Some registers send more decimals than the currency has, which must be zeros. */
  if (!/^0*$/.test(fraction.slice(digits))) return null;
  const amount = Number(units + fraction.slice(0, digits).padEnd(digits, '0'));
  return units !== '' && amount > 0 && amount <= AMOUNT_MAX ? amount : null;
}

/** Messages from a register's page to the frame; others are ignored. */
const frameMessageSchema = z.union([
  z.object({ step: z.literal('EXIT') }),
  z.object({
    step: z.literal('DATA'),
    register_sale: z.object({ id: receiptNoSchema, sig: z.optional(linkSignatureSchema) }),
  }),
]);
export type FrameMessage = z.infer<typeof frameMessageSchema>;

/** Parses a message of the register's page: JSON as text. Null for any other message. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'string' || data.length > LIMITS.bodyBytesMax) return null;
  try {
    const parsed = frameMessageSchema.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * The frame's final message to the register's page. It has the data of the signed return address of
 * a redemption by link.
 */
export interface FrameReport {
  readonly step: 'ACCEPT' | 'DECLINE' | 'EXIT';
  /** The sale's id, under the name that Lightspeed X stores. */
  readonly transaction_id: string;
  readonly sale: string;
  /** Minor units. */
  readonly taken: number;
  /**
   * The amount of the sale when it was opened. If it differs from the amount that the register
   * requested, the address was altered.
   */
  readonly asked: number;
  readonly left_to_pay: number;
  readonly currency: string;
  readonly reference: string;
  readonly register_id: string;
  /** The query of the return address with its `sig`, verified like that of a pay link. */
  readonly signed: string;
}

const STEPS = { taken: 'ACCEPT', not_taken: 'DECLINE', cancelled: 'EXIT' } as const;

/**
 * Converts a return address to the message for a register's page; null while the outcome is
 * unknown.
 */
export function frameReport(url: string): FrameReport | null {
  const { search, searchParams } = new URL(url);
  const read = (name: string) => searchParams.get(name) ?? '';
  const status = read('status');
  if (!isStep(status)) return null;
  return {
    step: STEPS[status],
    transaction_id: read('sale'),
    sale: read('sale'),
    taken: Number(read('amount')),
    asked: Number(read('asked')),
    left_to_pay: Number(read('left_to_pay')),
    currency: read('currency'),
    reference: read('reference'),
    register_id: read('state'),
    signed: search.slice(1),
  };
}

function isStep(status: string): status is keyof typeof STEPS {
  return status in STEPS;
}
