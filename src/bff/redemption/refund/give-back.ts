import { REFUND_STATES } from '../../../contract/redemption/states.ts';
import type { Random } from '../../platform/base/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { refundFailed } from './problems.ts';
import type { Refunds } from './refunds.ts';

/** A refund as part of something else that a manager does. `id`: the page's, else one is made. */
export interface GivenBack {
  readonly id: string | undefined;
  readonly tenderId: string;
  readonly reason: string;
}

/** Gives back a tender's capture, as part of something else a manager does. */
export interface GiveBack {
  /**
   * One whose outcome is not known yet is no failure: it stands on the manager's list by itself.
   * @throws Problem as {@link Refunds.put}; 409 `not-refundable` if the issuer did not take the
   * capture back
   */
  refund(caller: Caller, order: GivenBack): Promise<void>;
  /** Comes before anything else is done for the refund: see {@link Refunds.assertApprovedFor}. */
  assertApproved(caller: Caller, order: GivenBack, tender: TenderRecord, captured: number): Promise<void>;
}

export function createGiveBack(refunds: Pick<Refunds, 'put' | 'assertApprovedFor'>, random: Random): GiveBack {
  const idOf = ({ id }: GivenBack) => id ?? random.uuid();
  return {
    async refund(caller, order) {
      const { tenderId, reason } = order;
      const { view: refund } = await refunds.put(caller, idOf(order), { tenderId, reason });
      if (REFUND_STATES[refund.state].outcome === 'failed') throw refundFailed();
    },
    assertApproved: (caller, order, tender, captured) =>
      refunds.assertApprovedFor(caller, { ...order, id: idOf(order) }, tender, captured),
  };
}
