import { LIMITS } from '../../../contract/access/limits.ts';
import type { Clock } from '../../platform/base/ports.ts';
import { waitAtMost } from '../../platform/base/wait-at-most.ts';
import type { Issuer } from '../port.ts';
import type { Budget } from './budget.ts';

/** Shared, because creating an error takes longer than the rest of a question. */
const TOO_LATE = new Error('no longer needed');

/** Questions to the issuer about a voucher that is being settled. */
export type BalanceSource = Pick<Issuer, 'checkByRef' | 'clockOffset'>;

/**
 * Applies the budget of the search to checks of vouchers. Each check waits for its turn, at most
 * the time limit of an answer.
 */
export function withinBudget(issuer: BalanceSource, budget: Budget, clock: Clock): BalanceSource {
  return {
    clockOffset: () => issuer.clockOffset(),
    async checkByRef(ref, signal) {
      const over = new AbortController();
      const turn = budget.turn('check', over.signal).then(
        () => true,
        () => null,
      );
      if ((await waitAtMost(clock, LIMITS.upstreamReadMs, turn)) === null) {
        over.abort(TOO_LATE);
        return { outcome: 'unclear', reason: 'the request limit for the issuer was reached' };
      }
      return issuer.checkByRef(ref, signal);
    },
  };
}
