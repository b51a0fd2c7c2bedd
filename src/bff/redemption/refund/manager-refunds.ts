import { REFUND_STATES } from '../../../contract/redemption/states.ts';
import type { Random } from '../../platform/base/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refundFailed } from './problems.ts';
import type { RefundCheck, Refunds } from './refunds.ts';
import type { LimitedTender } from './rights.ts';

/** A refund as part of another action of a manager. `id`: chosen by the page, else generated. */
export interface ManagerRefundOrder {
  readonly id: string | undefined;
  readonly tenderId: string;
  readonly reason: string;
}

/** Refunds a tender's capture as part of another action of a manager. */
export interface ManagerRefunds {
  /**
   * An unknown outcome is not an error: the refund has its own case in the manager's list.
   * @param assertStill checks, in the transaction that begins the refund, that it is still needed
   * @throws Problem as {@link Refunds.put}; 409 `not-refundable` if the issuer refused the refund
   */
  refund(caller: Caller, order: ManagerRefundOrder, assertStill?: RefundCheck): Promise<void>;
  /** Must be called before all other steps of the refund: see {@link Refunds.assertApprovedFor}. */
  assertApproved(caller: Caller, order: ManagerRefundOrder, tender: LimitedTender, captured: number): Promise<void>;
}

export function createManagerRefunds(
  refunds: Pick<Refunds, 'put' | 'assertApprovedFor'>,
  random: Random,
): ManagerRefunds {
  const idOf = ({ id }: ManagerRefundOrder) => id ?? random.uuid();
  return {
    async refund(caller, order, assertStill) {
      const { tenderId, reason } = order;
      const { view: refund } = await refunds.put(caller, idOf(order), { tenderId, reason }, assertStill);
      if (REFUND_STATES[refund.state].outcome === 'failed') throw refundFailed();
    },
    assertApproved: (caller, order, tender, captured) =>
      refunds.assertApprovedFor(caller, { ...order, id: idOf(order) }, tender, captured),
  };
}
