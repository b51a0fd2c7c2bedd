import type { Clock } from '../platform/base/ports.ts';
import { waitAtMost } from '../platform/base/wait-at-most.ts';
import { PARTNER_WAIT_MS } from './limits.ts';
import type { BothAnswers } from './merge-checks.ts';
import type { IssuerReply, VoucherState } from './port.ts';

/** Shared, because creating an error takes longer than everything else in this function. */
const ENOUGH = new Error('no longer needed');

const STILL_AWAITED = { outcome: 'unclear', reason: 'no answer in time' } as const;

export interface ParallelChecks {
  readonly legacy: (signal: AbortSignal) => Promise<IssuerReply<VoucherState>>;
  readonly merchant: (signal: AbortSignal) => Promise<IssuerReply<VoucherState>>;
  readonly merge: (answers: BothAnswers) => IssuerReply<VoucherState>;
  readonly clock: Clock;
}

/**
 * Runs both checks in parallel. If the first answer is conclusive, the second is awaited only
 * briefly; otherwise up to the usual time limit.
 */
export async function checkBoth({
  legacy,
  merchant,
  merge,
  clock,
}: ParallelChecks): Promise<IssuerReply<VoucherState>> {
  const enough = new AbortController();
  const pending = { legacy: legacy(enough.signal), merchant: merchant(enough.signal) };
  try {
    const first = await Promise.race([
      pending.legacy.then((answer): BothAnswers => ({ legacy: answer, merchant: STILL_AWAITED })),
      pending.merchant.then((answer): BothAnswers => ({ legacy: STILL_AWAITED, merchant: answer })),
    ]);
    const alone = merge(first);
    const isUsable = alone.outcome === 'found' || alone.outcome === 'absent';
    const rest = Promise.all([pending.legacy, pending.merchant]);
    const all = isUsable ? await waitAtMost(clock, PARTNER_WAIT_MS, rest) : await rest;
    if (all === null) return partOf(alone);
    const result = merge({ legacy: all[0], merchant: all[1] });
    return all.some(({ outcome }) => outcome === 'unclear') ? partOf(result) : result;
  } finally {
    enough.abort(ENOUGH);
  }
}

/** Marks a state that comes from only one of the two checks. */
function partOf(alone: IssuerReply<VoucherState>): IssuerReply<VoucherState> {
  return alone.outcome === 'found' ? { ...alone, value: { ...alone.value, isPart: true } } : alone;
}
