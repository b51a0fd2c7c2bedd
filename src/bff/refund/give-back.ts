import { REFUND_STATES } from '../../contract/states.ts';
import type { Random } from '../base/ports.ts';
import type { Caller } from '../http/caller.ts';
import { refundFailed } from './problems.ts';
import type { Refunds } from './refunds.ts';

/** Gives back a tender's capture, as part of something else a manager does. */
export type GiveBack = (caller: Caller, tenderId: string, reason: string) => Promise<void>;

/**
 * Makes refunds with ids of our own.
 *
 * One whose outcome is not known yet is no failure: it stands on the manager's list by itself. The
 * function throws a Problem as {@link Refunds.put} does, and 409 `not-refundable` when the issuer
 * did not take the capture back.
 */
export function createGiveBack(refunds: Pick<Refunds, 'put'>, random: Random): GiveBack {
  return async (caller, tenderId, reason) => {
    const { view: refund } = await refunds.put(caller, random.uuid(), { tenderId, reason });
    if (REFUND_STATES[refund.state].outcome === 'failed') throw refundFailed();
  };
}
