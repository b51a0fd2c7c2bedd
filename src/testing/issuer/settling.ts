import type { IssuerTransaction } from '../../bff/issuer/port.ts';
import type { Target } from '../../bff/redemption/settle/candidates.ts';
import type { CompleteReading, SettlingState } from '../../bff/redemption/settle/rules.ts';
import { money } from '../../contract/money/money.ts';
import { MODEL_MID, row } from './model-issuer.ts';

/** When the tender of {@link WANTED} was sent, and a moment later; milliseconds UTC. */
export const SENT = Date.UTC(2030, 0, 15, 9);
export const NOW = SENT + 5_000;
export const SETTLED_REF = 'AB123456789';

/** A tender of 20.00 from a voucher that held 50.00 and had no transactions; the clocks agree within half a second. */
export const WANTED: Target = {
  kind: 'capture',
  ref: SETTLED_REF,
  requested: money(2000, 'SGD'),
  snapshot: { remaining: 5000, at: SENT - 10_000, singleUse: false, seen: [] },
  sentAt: SENT,
  errorMs: 500,
  isSentAtSure: true,
  mid: MODEL_MID,
  sisterMids: [],
  mids: [MODEL_MID],
};

/** The row that proves {@link WANTED}, a second after it was sent, with some changes. */
export function captureRow(changes: Partial<IssuerTransaction> = {}, amount = 2000, ref = SETTLED_REF): IssuerTransaction {
  return { ...row('capture', 'c-1', ref, amount, WANTED.requested, MODEL_MID, SENT + 1_000), ...changes };
}

/** How long the issuer may be late: W, milliseconds. */
export const WINDOW_MS = 210_000;

/** A complete reading without a row, and an untouched balance of 50.00. */
export const NO_ROWS: CompleteReading = {
  weighed: { verdict: 'nothing' },
  proved: true,
  balanceExplained: true,
  remaining: 5000,
  wasRefunded: false,
};

/** The situation W after settling began, with nothing found so far and no second attempt left. */
export function settlingState(changes: Partial<SettlingState> = {}): SettlingState {
  const began = { nowMs: WINDOW_MS, answeredMs: changes.nowMs ?? WINDOW_MS, beganMs: 0, startedMs: 0, settleWindowMs: WINDOW_MS };
  return {
    ...began,
    withManager: false,
    nothingSinceMs: null,
    bestAnswer: 'issuer-silent',
    clockJumped: false,
    balanceForSecondAttempt: null,
    mayBeUnsent: false,
    ...changes,
  };
}
