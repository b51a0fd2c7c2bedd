import { withMagnitude } from '../../../contract/money/money.ts';
import { type Refusal, refusal } from '../../../contract/voucher/refusal.ts';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import type { RepeatedChecks } from '../../access/rate-limits/repeated-checks.ts';
import type { VoucherState } from '../../issuer/port.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import type { VoucherGuard } from '../operation/voucher-guards.ts';
import { EVERY_ZONE_MS } from './limits.ts';
import type { Lookups } from './lookups.ts';

export interface CheckDeps extends Pick<Ports, 'clock'> {
  readonly journal: TenderJournal;
  readonly lookups: Pick<Lookups, 'look'>;
  readonly guards: Pick<VoucherGuard, 'holdStart'>;
  readonly oftenChecked: RepeatedChecks;
  /** The shop's currency, the only one that its tills accept. */
  readonly currency: string;
}

/** Checks a voucher without redeeming it. `shopper` is the program's own name for its customer. */
export type Check = (caller: Caller, code: string, shopper?: string) => Promise<CheckAnswer>;

/**
 * Creates the check behind `POST /api/vouchers/check`. It combines the issuer's answer with what
 * this shop's journal knows about the voucher. If the issuer gives no usable answer, the voucher is
 * "not checked" (source null), and the redemption itself decides. Throws the problems of
 * {@link Lookups.look}.
 */
export function createCheck(deps: CheckDeps): Check {
  return async (caller, code, shopper) => {
    const { ref, isAbsent, state } = await deps.lookups.look(caller, code, shopper);
    return isAbsent ? absentVoucher(ref) : buildAnswer(deps, caller, ref, state);
  };
}

async function buildAnswer(
  { journal, guards, clock, currency, oftenChecked }: CheckDeps,
  caller: Caller,
  ref: string,
  state: VoucherState | null,
): Promise<CheckAnswer> {
  const { shop } = caller;
  const [holder, last, heldSince] = await Promise.all([
    journal.holder(shop, ref),
    journal.lastCapture(shop, ref),
    guards.holdStart(shop, ref),
  ]);
  if (last === null) await oftenChecked.recordCheck(caller, ref);
  const shopRefusal = holder ? refusal('open-elsewhere') : heldSince === null ? null : refusal('held');
  return {
    ref,
    status: state?.status ?? 'unknown',
    rawStatus: state?.rawStatus ?? null,
    remaining: state?.remaining ?? null,
    unit: state?.unit ?? null,
    expires: state?.expiresAt == null ? null : new Date(state.expiresAt).toISOString(),
    product: state?.product ?? null,
    singleUse: state?.singleUse ?? null,
    lastUse: last && lastUse(last),
    open: holder && {
      device: holder.device,
      since: new Date(holder.since).toISOString(),
      tenderId: holder.operationId,
      mine: holder.deviceId === caller.device.id,
    },
    held: heldSince === null ? null : { since: new Date(heldSince).toISOString() },
    source: state?.source ?? null,
    sources: state?.sources ?? null,
    ...(state?.isPart && { part: true }),
    refusal: shopRefusal ?? (state && refusalFor(state, clock.now(), currency)),
  };
}

function absentVoucher(ref: string): CheckAnswer {
  const nothing = {
    rawStatus: null,
    remaining: null,
    unit: null,
    expires: null,
    product: null,
    singleUse: null,
    lastUse: null,
    open: null,
    held: null,
    source: null,
    sources: null,
  };
  return { ref, status: 'unknown', ...nothing, refusal: refusal('not-found') };
}

function lastUse(tender: TenderRecord): CheckAnswer['lastUse'] {
  const { capture, changedAt } = tender.status;
  if (!capture) return null;
  return {
    captured: withMagnitude(tender.requested, capture.captured),
    at: new Date(changedAt).toISOString(),
    person: tender.person.name,
    device: tender.device.name,
  };
}

/**
 * Returns the reason why a voucher in this state cannot be redeemed; null if it can be redeemed, or
 * if only the issuer can decide.
 * @param currency the only one that the shop accepts
 */
export function refusalFor(state: VoucherState, now: number, currency: string): Refusal | null {
  const { unit, holds, expiresAt } = state;
  switch (state.status) {
    case 'inactive':
    case 'expired':
    case 'void':
    case 'used':
      return refusal(state.status);
    case 'active':
    case 'unknown':
      if (expiresAt !== null && expiresAt + EVERY_ZONE_MS < now) return refusal('expired');
      if (holds === 0) return refusal(state.status === 'active' ? 'used' : 'nothing-on-it');
      return unit === null || unit === 'items' || unit === currency ? null : refusal('wrong-currency');
    default:
      return state.status satisfies never;
  }
}
