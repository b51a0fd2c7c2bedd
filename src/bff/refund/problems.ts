import { Problem } from '../http/problem.ts';

/** Nothing is there to be given back: nothing was taken, or it is back already. */
export function notRefundable(): Problem {
  return new Problem({ status: 409, code: 'not-refundable', message: 'There is nothing to give back.', retry: 'never' });
}

/** What a cashier may undo is the own last redemption, for a while. */
export function undoOver(): Problem {
  return new Problem({
    status: 403,
    code: 'undo-over',
    message: 'Only the own last redemption can be undone, for a few minutes. A manager can refund it.',
    retry: 'never',
  });
}

/** A register has booked what was taken: what it was told is undone by somebody who tells its people, too. */
export function registerTold(): Problem {
  return new Problem({
    status: 403,
    code: 'register-told',
    message: 'The register was told what was taken for this sale. A manager can refund it.',
    retry: 'never',
  });
}

export function noSuchTender(): Problem {
  return new Problem({ status: 404, code: 'not-found', message: 'There is no such redemption here.', retry: 'never' });
}

/** The refund that a manager asked for came to nothing; what stood before still stands. */
export function refundFailed(): Problem {
  return new Problem({
    status: 409,
    code: 'not-refundable',
    message: 'The capture is recorded, but the issuer did not take it back.',
    retry: 'after-check',
  });
}
