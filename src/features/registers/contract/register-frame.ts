import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { AMOUNT_MAX, minorDigits } from '../../../contract/money/money.ts';
import { receiptNoSchema } from '../../../contract/redemption/sale-facts.ts';
import { linkSignatureSchema, registerOriginOf } from './register.ts';

/** What a register's page asks of the frame that it opens. */
export interface FrameAsked {
  /** Of the register's page: the only one that is spoken to. */
  readonly origin: string;
  /** The register's own name of itself; comes back unread. */
  readonly registerId: string;
  /** Minor units. */
  readonly amount: number;
  /** The register's number of the sale; null where its page is to be asked. */
  readonly reference: string | null;
  /** Whether the register takes an amount that is less than what it asked for. */
  readonly partial: boolean;
  /**
   * The register's signature, see `signedLink`; null where its page is to be asked, or signs
   * nothing.
   */
  readonly sig: string | null;
}

/** Which part of a frame's address cannot be understood. */
export type FrameFault = 'amount' | 'origin' | 'register' | 'reference' | 'signature';

/**
 * Reads the query of a frame's address.
 *
 * It has `origin`, `register_id`, `amount` in major units as Lightspeed X sends it (`23.40`), and
 * where the register has more to say `reference`, `partial=1` and `sig`.
 * @param currency the shop's, the only one that its tills take
 */
export function readFrame(
  search: string,
  currency: string,
): { readonly asked: FrameAsked } | { readonly fault: FrameFault } {
  const query = new URLSearchParams(search);
  /* What stands there twice could be read either way. */
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
  const said = { reference: reference?.data ?? null, partial: only('partial') === '1', sig: sig?.data ?? null };
  return { asked: { origin, registerId, amount, ...said } };
}

/**
 * Reads `23.4` of a currency with two decimals as 2340.
 *
 * It is null for what is no amount, or finer than the currency.
 */
function minorOf(text: string, currency: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d{1,10})(?:\.(\d{1,5}))?$/.exec(text) ?? [];
  const digits = minorDigits(currency);
  /* Registers that count with more decimals end them with zeros. */
  if (!/^0*$/.test(fraction.slice(digits))) return null;
  const amount = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return whole !== '' && amount > 0 && amount <= AMOUNT_MAX ? amount : null;
}

/** What a register's page may say to the frame; whatever else it says is left alone. */
const heardSchema = z.union([
  z.object({ step: z.literal('EXIT') }),
  z.object({
    step: z.literal('DATA'),
    register_sale: z.object({ id: receiptNoSchema, sig: z.optional(linkSignatureSchema) }),
  }),
]);
export type FrameHeard = z.infer<typeof heardSchema>;

/** A message of the register's page: JSON as text. Null for what is none of ours. */
export function readFrameMessage(data: unknown): FrameHeard | null {
  if (typeof data !== 'string' || data.length > LIMITS.bodyBytesMax) return null;
  try {
    const heard = heardSchema.safeParse(JSON.parse(data));
    return heard.success ? heard.data : null;
  } catch {
    return null;
  }
}

/**
 * What the frame says to the register's page at its end.
 *
 * It is taken from the signed address by which a browser would go back.
 */
export interface FrameTold {
  readonly step: 'ACCEPT' | 'DECLINE' | 'EXIT';
  /** The sale's id, under the name that Lightspeed X keeps. */
  readonly transaction_id: string;
  readonly sale: string;
  /** Minor units. */
  readonly taken: number;
  /**
   * What the sale was opened with.
   *
   * Where that is not what the register asked for, somebody altered the address.
   */
  readonly asked: number;
  readonly left_to_pay: number;
  readonly currency: string;
  readonly reference: string;
  readonly register_id: string;
  /** The query of that address with its `sig`, to be checked like a pay link's. */
  readonly signed: string;
}

const STEPS = { taken: 'ACCEPT', not_taken: 'DECLINE', cancelled: 'EXIT' } as const;

/** What an address that leads back comes to for a register's page; null while nobody knows. */
export function frameTold(url: string): FrameTold | null {
  const { search, searchParams } = new URL(url);
  const said = (name: string) => searchParams.get(name) ?? '';
  const status = said('status');
  if (!isStep(status)) return null;
  return {
    step: STEPS[status],
    transaction_id: said('sale'),
    sale: said('sale'),
    taken: Number(said('amount')),
    asked: Number(said('asked')),
    left_to_pay: Number(said('left_to_pay')),
    currency: said('currency'),
    reference: said('reference'),
    register_id: said('state'),
    signed: search.slice(1),
  };
}

function isStep(status: string): status is keyof typeof STEPS {
  return status in STEPS;
}
