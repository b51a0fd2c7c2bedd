import * as z from 'zod';
import { minorDigits } from '../../../contract/money/money.ts';
import { refIdentity, type VoucherStatus } from '../../../contract/voucher/voucher.ts';
import type { VoucherState } from '../port.ts';
import type { ProductFlags } from '../product-flags.ts';
import { toVoucherState } from '../voucher-state.ts';
import { hasSucceeded, metaSchema } from './meta.ts';
import { decimal, idText, integer, label, minorUnits, oneOrMany, possibleVoucherNumber } from './scalars.ts';
import { voucherStatus } from './status.ts';
import { parseExpiry } from './times.ts';

/** Body of the v2 check, POST /v2/catalogs/{product_class}/vouchers/actions/check. */
export function legacyCheckBody(ref: string): string {
  return JSON.stringify({ voucher_settlement_refs: [ref] });
}

const legacyAnswerSchema = z.object({
  meta: metaSchema,
  data: oneOrMany(
    z.object({ voucher_settlement_ref: idText, status: label, expiration_date: label, remaining_value: decimal }),
  ),
});

export interface LegacySettings {
  readonly currency: string;
  readonly timeZone: string;
  readonly legacyCheckUnit: 'minor' | 'major';
  readonly legacyCheckKind?: 'money' | 'items' | null;
}

/**
 * Reads the answer of the v2 check for one ref. It names no product, so it is unknown whether one
 * redemption uses up the voucher. The meaning of its number is known only from the shop's setting.
 * @returns the state; `absent` if the check succeeded and has no row; `other` if its rows name
 * other refs; null if the answer cannot be understood
 */
export function readLegacyCheck(
  body: unknown,
  ref: string,
  settings: LegacySettings,
): VoucherState | 'absent' | 'other' | null {
  const answer = legacyAnswerSchema.safeParse(body).data;
  if (answer === undefined || !hasSucceeded(answer.meta)) return null;
  const row = answer.data.find(
    ({ voucher_settlement_ref: named }) => named !== null && refIdentity(named) === refIdentity(ref),
  );
  if (row === undefined)
    return answer.data.some(({ voucher_settlement_ref: named }) => named !== null) ? 'other' : 'absent';
  const { currency, timeZone, legacyCheckUnit, legacyCheckKind: kind } = settings;
  const value =
    row.remaining_value === null || legacyCheckUnit === 'minor' || kind === 'items'
      ? row.remaining_value
      : minorUnits(row.remaining_value, minorDigits(currency));
  const reported = {
    ref,
    status: voucherStatus(row.status),
    rawStatus: row.status,
    holds: possibleVoucherNumber(value),
    unit: kind === 'money' ? currency : (kind ?? null),
    expiresAt: row.expiration_date === null ? null : (parseExpiry(row.expiration_date, timeZone)?.at ?? null),
    product: null,
    singleUse: null,
  };
  return toVoucherState('legacy', reported, 'setting');
}

const merchantAnswerSchema = z.object({
  meta: metaSchema,
  data: z.object({
    ref: idText,
    voucher_ref: idText,
    product_code: idText,
    product_label: label,
    remaining_value: integer,
    expiration_date: label,
  }),
});

export type MerchantCheck = z.infer<typeof merchantAnswerSchema>['data'];

/** Reads GET /v1/vouchers/{product_class}-{ref}; null unless it succeeded. */
export function readMerchantCheck(body: unknown): MerchantCheck | null {
  const answer = merchantAnswerSchema.safeParse(body).data;
  return answer !== undefined && hasSucceeded(answer.meta) ? answer.data : null;
}

export interface MerchantSettings {
  readonly timeZone: string;
  readonly flags: ProductFlags;
  /** Milliseconds UTC. */
  readonly now: number;
}

/**
 * Derives the state from a merchant check. The check has neither status nor unit. The status
 * follows from the balance and the expiry. The unit is that of the product, and unknown if the
 * catalogue lacks the product, because the shop's own currency would be a guess.
 */
export function merchantState(check: MerchantCheck, ref: string, settings: MerchantSettings): VoucherState {
  const { timeZone, flags, now } = settings;
  const { isValueBased, isMultipleUse, currency, amount } = flags;
  const holds = possibleVoucherNumber(check.remaining_value);
  const expiry = check.expiration_date === null ? null : parseExpiry(check.expiration_date, timeZone);
  const reported = {
    ref,
    status: merchantStatus(holds, expiry !== null && now > expiry.latestAt),
    rawStatus: null,
    holds,
    unit: isValueBased === false ? 'items' : isValueBased === true ? currency : null,
    expiresAt: expiry?.at ?? null,
    product:
      check.product_code === null
        ? null
        : { code: check.product_code, name: check.product_label ?? check.product_code },
    singleUse: isMultipleUse === null ? null : !isMultipleUse,
    ...(amount !== null && amount > 0 && possibleVoucherNumber(amount) !== null && { faceValue: amount }),
  };
  return toVoucherState('merchant', reported, 'catalogue');
}

/**
 * An empty voucher is either used or not active yet, which the check does not distinguish. An
 * expiry that is past only in the shop's zone does not count: the redemption decides.
 */
function merchantStatus(holds: number | null, past: boolean): VoucherStatus {
  if (past) return 'expired';
  return holds === null || holds === 0 ? 'unknown' : 'active';
}

/**
 * A state that is only known from a refusal: some services answer the check of an unusable voucher
 * with a code.
 */
export function stateOfRefusal(
  ref: string,
  status: VoucherStatus,
  code: string | null,
  source: VoucherState['source'],
): VoucherState {
  return toVoucherState(source, {
    ref,
    status,
    rawStatus: code,
    holds: null,
    unit: null,
    expiresAt: null,
    product: null,
    singleUse: null,
  });
}
