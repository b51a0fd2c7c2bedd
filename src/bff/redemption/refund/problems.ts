import { type Problem, refuse } from '../../platform/http/problem.ts';

/** Nothing can be refunded: nothing was captured, or it is already refunded. */
export function notRefundable(): Problem {
  return refuse('not-refundable');
}

/** A cashier may undo only their own latest sale, for a limited time. */
export function undoOver(): Problem {
  return refuse('undo-over');
}

/**
 * A register has booked the redemption. It has to be undone by a person who also informs the
 * register's users.
 */
export function registerNotified(): Problem {
  return refuse('register-told');
}

export function noSuchTender(): Problem {
  return refuse('not-found', { message: 'Redemption not found in this shop.' });
}

/** The refund that a manager requested failed; the case is unchanged. */
export function refundFailed(): Problem {
  return refuse('not-refundable', {
    message: 'The capture was recorded, but the issuer did not reverse it.',
    retry: 'after-check',
  });
}
