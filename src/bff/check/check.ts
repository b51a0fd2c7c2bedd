import { withMagnitude } from '../../contract/money.ts';
import { type Refusal, refusal } from '../../contract/refusal.ts';
import type { CheckAnswer } from '../../contract/voucher.ts';
import type { Ports } from '../audit/ports.ts';
import type { WrongCodes } from '../guessing/wrong-codes.ts';
import type { Caller } from '../http/caller.ts';
import type { VoucherState } from '../issuer/port.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import { followLink, nameIn, readCode } from './resolve.ts';
import type { Snapshots } from './snapshots.ts';

export interface CheckDeps extends Pick<Ports, 'clock' | 'issuer'> {
  readonly journal: TenderJournal;
  readonly snapshots: Snapshots;
  readonly wrongCodes: WrongCodes;
  /** The shop's currency: the only one that its till takes. */
  readonly currency: string;
}

/**
 * Looks at a voucher without taking anything.
 *
 * `shopper` is by whatever name a program knows its customer.
 */
export type Check = (caller: Caller, code: string, shopper?: string) => Promise<CheckAnswer>;

/**
 * Makes the check behind `POST /api/vouchers/check`: what the issuer says, beside what this shop's
 * journal knows of the voucher. When the issuer gives no usable answer the voucher is "not checked"
 * (source null), and the redemption itself decides. Throws problems of {@link readCode}, {@link
 * followLink} and, after too many codes that do not exist, 429 `too-many-wrong-codes`.
 */
export function createCheck(deps: CheckDeps): Check {
  const { wrongCodes } = deps;
  return async (caller, code, shopper) => {
    const parsed = readCode(code);
    const tried = await wrongCodes.take(caller, nameIn(parsed), shopper);
    try {
      const found = await look(deps, parsed);
      if (found.state) tried.wasThere(found.ref);
      if (found.isAbsent) await tried.wasWrong();
      return found.isAbsent ? absent(found.ref) : await answer(deps, caller, found.ref, found.state);
    } finally {
      tried.end();
    }
  };
}

interface Looked {
  readonly ref: string;
  readonly isAbsent: boolean;
  /** Null where the issuer gave no usable answer, or knows no such voucher. */
  readonly state: VoucherState | null;
}

/** Asks the issuer, and takes a snapshot of what it says. */
async function look({ issuer, snapshots }: CheckDeps, parsed: ReturnType<typeof readCode>): Promise<Looked> {
  if (parsed.kind === 'link') {
    const state = await followLink(issuer, parsed.voucherId);
    if (state) snapshots.begin(state.ref, Promise.resolve({ outcome: 'found', value: state }));
    return { ref: state?.ref ?? '', isAbsent: state === null, state };
  }
  const checked = issuer.checkByRef(parsed.ref);
  snapshots.begin(parsed.ref, checked);
  const asked = await checked;
  return {
    ref: parsed.ref,
    isAbsent: asked.outcome === 'absent',
    state: asked.outcome === 'found' ? asked.value : null,
  };
}

async function answer(
  { journal, clock, currency }: CheckDeps,
  caller: Caller,
  ref: string,
  state: VoucherState | null,
): Promise<CheckAnswer> {
  const [holder, last] = await Promise.all([journal.holder(caller.shop, ref), journal.lastCapture(caller.shop, ref)]);
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
    source: state?.source ?? null,
    sources: state?.sources ?? null,
    refusal: holder ? refusal('open-elsewhere') : state && refusalFor(state, clock.now(), currency),
  };
}

function absent(ref: string): CheckAnswer {
  const nothing = {
    rawStatus: null,
    remaining: null,
    unit: null,
    expires: null,
    product: null,
    singleUse: null,
    lastUse: null,
    open: null,
    source: null,
    sources: null,
  };
  return { ref, status: 'unknown', ...nothing, refusal: refusal('not-found') };
}

function lastUse(tender: TenderRecord): CheckAnswer['lastUse'] {
  const { capture, changedAt } = tender.standing;
  if (!capture) return null;
  return {
    captured: withMagnitude(tender.requested, capture.captured),
    at: new Date(changedAt).toISOString(),
    person: tender.person.name,
    device: tender.device.name,
  };
}

/**
 * An expiry without a zone is read in the shop's; it counts as past here only when it is past in
 * every zone on earth.
 */
const EVERY_ZONE_MS = 26 * 60 * 60_000;

/**
 * Why a voucher in this state cannot be redeemed; null when it can, or when only the issuer can
 * tell.
 * @param currency the only one that the shop takes
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
