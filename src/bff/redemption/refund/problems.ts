import { type Problem, refuse } from '../../platform/http/problem.ts';

/** Nothing is there to be given back: nothing was taken, or it is back already. */
export function notRefundable(): Problem {
  return refuse('not-refundable');
}

/** What a cashier may undo is the own last sale, for a while. */
export function undoOver(): Problem {
  return refuse('undo-over');
}

/**
 * Says that a register has booked what was taken.
 *
 * What it was told is undone by somebody who tells its people, too.
 */
export function registerTold(): Problem {
  return refuse('register-told');
}

export function noSuchTender(): Problem {
  return refuse('not-found', { message: 'There is no such redemption here.' });
}

/** The refund that a manager asked for came to nothing; what stood before still stands. */
export function refundFailed(): Problem {
  return refuse('not-refundable', {
    message: 'The capture is recorded, but the issuer did not take it back.',
    retry: 'after-check',
  });
}
