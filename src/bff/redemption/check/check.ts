import { withMagnitude } from '../../../contract/money/money.ts';
import { type Refusal, type RefusalReason, refusal } from '../../../contract/voucher/refusal.ts';
import { type CheckAnswer, type FeatureFacts, NO_FEATURE_FACTS } from '../../../contract/voucher/voucher.ts';
import type { RepeatedChecks } from '../../access/rate-limits/repeated-checks.ts';
import type { VoucherState } from '../../issuer/port.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import { EVERY_ZONE_MS } from './limits.ts';
import type { Lookups } from './lookups.ts';

/** Facts of a feature about a voucher that is checked. */
export interface CheckFacts {
  readonly facts: Partial<FeatureFacts>;
  /** Only shown: a feature refuses the redemption itself through a `VoucherGuard`. */
  readonly refusal?: RefusalReason;
}

export type ReadCheckFacts = (shop: Scope, ref: string) => Promise<CheckFacts>;

export interface CheckDeps extends Pick<Ports, 'clock'> {
  readonly journal: TenderJournal;
  readonly lookups: Pick<Lookups, 'look'>;
  /** Of each feature that adds some. If several refuse, the first reason counts. */
  readonly checkFacts: readonly ReadCheckFacts[];
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
  { journal, checkFacts, clock, currency, oftenChecked }: CheckDeps,
  caller: Caller,
  ref: string,
  state: VoucherState | null,
): Promise<CheckAnswer> {
  const { shop } = caller;
  const [holder, last, added] = await Promise.all([
    journal.holder(shop, ref),
    journal.lastCapture(shop, ref),
    Promise.all(checkFacts.map((read) => read(shop, ref))),
  ]);
  if (last === null) await oftenChecked.recordCheck(caller, ref);
  const ownReason = holder ? 'open-elsewhere' : added.find((of) => of.refusal !== undefined)?.refusal;
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
    ...added.reduce<FeatureFacts>((all, { facts }) => ({ ...all, ...facts }), NO_FEATURE_FACTS),
    source: state?.source ?? null,
    sources: state?.sources ?? null,
    ...(state?.isPart && { part: true }),
    refusal: ownReason ? refusal(ownReason) : state && refusalFor(state, clock.now(), currency),
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
    ...NO_FEATURE_FACTS,
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
