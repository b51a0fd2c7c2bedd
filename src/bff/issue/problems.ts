import { Problem } from '../http/problem.ts';

/** Without credentials of the client API nothing can be sold. */
export function notSoldHere(): Problem {
  return new Problem({ status: 404, code: 'not-sold-here', message: 'This shop does not sell vouchers.', retry: 'never' });
}

export function catalogueUnclear(): Problem {
  return new Problem({ status: 502, code: 'issuer-unclear', message: 'The issuer did not say what it sells.', retry: 'safe' });
}

export function statesUnclear(): Problem {
  return new Problem({ status: 502, code: 'issuer-unclear', message: 'The issuer did not say how these vouchers stand.', retry: 'safe' });
}

export function noSuchProduct(): Problem {
  return new Problem({ status: 404, code: 'not-found', message: 'The issuer does not sell this.', retry: 'never' });
}

/** Whoever sold vouchers prints them once. */
export function alreadyPrinted(): Problem {
  return new Problem({ status: 403, code: 'already-printed', message: 'A manager can print these again.', retry: 'never' });
}

/** Whoever sold a voucher sends it once. */
export function alreadySent(): Problem {
  return new Problem({ status: 403, code: 'already-sent', message: 'A manager can send it again.', retry: 'never' });
}

export function noSuchVoucher(): Problem {
  return new Problem({ status: 404, code: 'not-found', message: 'There is no such voucher.', retry: 'never' });
}

export function reasonNeeded(): Problem {
  return new Problem({
    status: 400,
    code: 'bad-request',
    message: '"reason" is missing: this was given out before.',
    retry: 'never',
    details: { field: 'reason' },
  });
}

/** An open-value product needs a face value, and no other takes one. */
export function wrongFaceValue(isOpenValue: boolean): Problem {
  return new Problem({
    status: 400,
    code: 'bad-request',
    message: isOpenValue ? '"faceValue" is missing: this product has none of its own.' : '"faceValue" is not for this product.',
    retry: 'never',
    details: { field: 'faceValue' },
  });
}
