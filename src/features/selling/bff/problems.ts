import { type Problem, refuse } from '../../../bff/platform/http/problem.ts';

/** Without credentials of the client API, nothing can be sold. */
export function notForSale(): Problem {
  return refuse('not-sold-here');
}

export function catalogueUnclear(): Problem {
  return refuse('issuer-unclear', { message: 'The issuer did not return its list of products.' });
}

export function statesUnclear(): Problem {
  return refuse('issuer-unclear', { message: 'The issuer did not report the status of these vouchers.' });
}

export function noSuchProduct(): Problem {
  return refuse('not-found', { message: 'The issuer does not sell this product.' });
}

/** A voucher is released once, whatever the channel; each channel has its own text. */
export function alreadyPrinted(): Problem {
  return refuse('already-printed');
}

export function alreadySent(): Problem {
  return refuse('already-sent');
}

export function alreadyShown(): Problem {
  return refuse('already-shown');
}

/** After a sale was taken back, vouchers can be neither released nor ordered. */
export function saleWasReturned(): Problem {
  return refuse('taken-back');
}

/** The order has no vouchers yet, or may still get some. */
export function orderStillOpen(): Problem {
  return refuse('order-open');
}

export function noSuchVoucher(): Problem {
  return refuse('not-found', { message: 'Voucher not found.' });
}

export function reasonNeeded(): Problem {
  return refuse('bad-request', {
    message: '"reason" is missing: this was already given to a person.',
    details: { field: 'reason' },
  });
}

/** An open-value product needs a face value, and no other accepts one. */
export function wrongValue(isOpenValue: boolean): Problem {
  return refuse('bad-request', {
    message: isOpenValue
      ? '"faceValue" is missing: this product has no fixed value.'
      : '"faceValue" is not allowed for this product.',
    details: { field: 'faceValue' },
  });
}

export function wrongProductCurrency(expected: string): Problem {
  return refuse('wrong-currency', { message: `This shop sells ${expected} only.`, details: { field: 'productCode' } });
}
