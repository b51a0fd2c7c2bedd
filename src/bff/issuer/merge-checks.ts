import { minorDigits } from '../../contract/money/money.ts';
import type { Source } from '../../contract/voucher/voucher.ts';
import { ONE_DAY_ANYWHERE_MS } from './limits.ts';
import type { IssuerReply, VoucherState } from './port.ts';
import { valueIn } from './voucher-state.ts';

/** The answers of both checks, v2's and the merchant's v1, for one ref. */
export interface BothAnswers {
  readonly legacy: IssuerReply<VoucherState>;
  readonly merchant: IssuerReply<VoucherState>;
}

/** How a number of v2 is read. */
export interface LegacyNumbers {
  readonly currency: string;
  readonly legacyCheckUnit: 'minor' | 'major';
  readonly legacyCheckKind?: 'money' | 'items' | null;
}

/**
 * Merges two answers into one. State and expiry are v2's; product and amounts are v1's. A value
 * that only one answer states is attributed to its interface, and a value on which the answers
 * contradict each other is omitted.
 *
 * | v2 | v1 | answer |
 * |---|---|---|
 * | found | found | merged |
 * | found | unclear | v2's: no product, so the kind comes only from the shop's setting |
 * | found | absent | v2's without its number, and not active: v1 decides redemptions |
 * | anything else | found | v1's: a deployed v2 may use other refs |
 * | anything else | absent | absent |
 * | absent, unclear | unclear | unclear |
 */
export function mergeChecks({ legacy, merchant }: BothAnswers, numbers: LegacyNumbers): IssuerReply<VoucherState> {
  if (merchant.outcome === 'absent') return legacy.outcome === 'found' ? found(markUnsure(legacy.value)) : merchant;
  if (merchant.outcome === 'found')
    return legacy.outcome === 'found' ? found(mergeStates(legacy.value, merchant.value, numbers)) : merchant;
  if (legacy.outcome === 'found' || merchant.outcome === 'not-configured') return legacy;
  const legacyReason = legacy.outcome === 'unclear' ? legacy.reason : legacy.outcome;
  return { ...merchant, reason: `v1: ${merchant.reason}; v2: ${legacyReason}` };
}

function found(value: VoucherState): IssuerReply<VoucherState> {
  return { outcome: 'found', value };
}

/**
 * Returns v2's state of a voucher that v1 does not know, without its balance. `active` becomes
 * `unknown`, because v1 decides redemptions; in any other status, both agree that it cannot be
 * used.
 */
function markUnsure(legacy: VoucherState): VoucherState {
  const isDead = legacy.status !== 'active';
  return {
    ...legacy,
    status: isDead ? legacy.status : 'unknown',
    holds: null,
    remaining: null,
    sources: { ...legacy.sources, status: isDead ? legacy.sources.status : null, holds: null },
  };
}

function mergeStates(legacy: VoucherState, merchant: VoucherState, numbers: LegacyNumbers): VoucherState {
  const state = mergedStatus(legacy, merchant);
  const expiry = mergedExpiry(legacy, merchant);
  const number = mergedNumber(legacy, merchant, numbers);
  const { ref, product, singleUse, faceValue, sources } = merchant;
  const unit = merchant.unit ?? legacy.unit;
  return {
    ref,
    status: state.status,
    rawStatus: state.rawStatus,
    /* A number that v2 alone gave has the unit of the shop's setting, or none if that is not
       set. */
    remaining: number.by === 'legacy' && unit !== legacy.unit ? null : valueIn(unit, number.holds),
    holds: number.holds,
    unit,
    expiresAt: expiry.expiresAt,
    product,
    singleUse,
    ...(faceValue !== undefined && { faceValue }),
    source: state.by ?? 'legacy',
    sources: {
      ...sources,
      unit: sources.unit ?? legacy.sources.unit,
      status: state.by,
      expires: expiry.by,
      holds: number.by,
    },
  };
}

type Status = Pick<VoucherState, 'status' | 'rawStatus'> & { readonly by: 'legacy' | 'merchant' | null };

/**
 * v2's status overrides what v1 only implies: for a voucher that has a balance and is not past its
 * expiry, v1 cannot tell whether it is activated. An explicit status of v1, the code of a refusal,
 * may contradict v2's.
 */
function mergedStatus(legacy: VoucherState, merchant: VoucherState): Status {
  const v2: Status = { status: legacy.status, rawStatus: legacy.rawStatus, by: 'legacy' };
  const v1: Status = { status: merchant.status, rawStatus: merchant.rawStatus, by: 'merchant' };
  const hasStatus = merchant.rawStatus !== null && merchant.status !== 'unknown';
  if (legacy.status !== 'unknown') {
    if (!hasStatus || !areContradictory(legacy.status, merchant.status)) return v2;
    return { status: 'unknown', rawStatus: `${legacy.rawStatus}, ${merchant.rawStatus}`, by: null };
  }
  /* An unfamiliar status cannot be assumed to mean active. */
  return hasStatus || legacy.rawStatus === null ? v1 : v2;
}

/**
 * True if two statuses contradict each other. Two different reasons for being unusable, such as
 * used and not active, do so as well.
 */
function areContradictory(status: VoucherState['status'], other: VoucherState['status']): boolean {
  if (status === other) return false;
  return (
    status === 'active' || (status === 'inactive' && other === 'used') || (status === 'used' && other === 'inactive')
  );
}

function mergedExpiry(legacy: VoucherState, merchant: VoucherState): { expiresAt: number | null; by: Source | null } {
  if (legacy.expiresAt === null) return { expiresAt: merchant.expiresAt, by: merchant.sources.expires };
  const isContradicted =
    merchant.expiresAt !== null && Math.abs(legacy.expiresAt - merchant.expiresAt) > ONE_DAY_ANYWHERE_MS;
  return isContradicted ? { expiresAt: null, by: null } : { expiresAt: legacy.expiresAt, by: 'legacy' };
}

function mergedNumber(
  legacy: VoucherState,
  merchant: VoucherState,
  numbers: LegacyNumbers,
): { holds: number | null; by: Source | null } {
  if (merchant.holds === null) return { holds: legacy.holds, by: legacy.sources.holds };
  if (legacy.holds === null) return { holds: merchant.holds, by: 'merchant' };
  if (legacy.holds === merchant.holds) return { holds: merchant.holds, by: 'both' };
  return meansTheSame(legacy.holds, merchant, numbers)
    ? { holds: merchant.holds, by: 'merchant' }
    : { holds: null, by: null };
}

/**
 * True if v2's number, read as whole units of the shop's currency, equals v1's value. It may also
 * count items, or whole units of another currency.
 */
function meansTheSame(
  legacyHolds: number,
  { holds, unit }: VoucherState,
  { currency, ...legacy }: LegacyNumbers,
): boolean {
  if (holds === null || legacy.legacyCheckUnit === 'minor' || legacy.legacyCheckKind === 'items') return false;
  const scale = 10 ** minorDigits(currency);
  const isMoney = unit !== null && unit !== 'items';
  return legacyHolds === (isMoney ? (holds * scale) / 10 ** minorDigits(unit) : holds * scale);
}
