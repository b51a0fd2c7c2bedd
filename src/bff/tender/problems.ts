import { Problem } from '../http/problem.ts';

/** The id was given up before it arrived. */
export function cancelled(): Problem {
  return new Problem({ status: 409, code: 'tender-cancelled', message: 'This redemption was given up; start a new one.', retry: 'never' });
}

export function wrongCurrency(own: string): Problem {
  return new Problem({
    status: 400,
    code: 'wrong-currency',
    message: `This shop takes ${own} only.`,
    retry: 'never',
    details: { field: 'currency' },
  });
}

/** The voucher behind a link is not there, so there is nothing to take money from. */
export function noSuchVoucher(): Problem {
  return new Problem({
    status: 400,
    code: 'bad-code',
    message: 'The issuer knows no voucher behind this link.',
    retry: 'never',
    details: { field: 'code' },
  });
}

export function itemsNotSupported(): Problem {
  return new Problem({
    status: 400,
    code: 'items-not-supported',
    message: 'Items are redeemed one at a time here.',
    retry: 'never',
    details: { field: 'items' },
  });
}

/** A manager wants the register's number with each redemption. */
export function receiptNoMissing(): Problem {
  return new Problem({
    status: 400,
    code: 'receipt-missing',
    message: 'This shop wants the receipt number of the register with each redemption.',
    retry: 'never',
    details: { field: 'receiptNo' },
  });
}

export function alreadyStarted(): Problem {
  return new Problem({
    status: 409,
    code: 'tender-started',
    message: 'This redemption has arrived; look at how it stands.',
    retry: 'never',
  });
}

export function noSuchSale(): Problem {
  return new Problem({ status: 404, code: 'not-found', message: 'Nothing was redeemed here for such a sale.', retry: 'never' });
}

/** The issuer did not say in time which voucher a link is; nothing was sent. */
export function issuerUnreachable(): Problem {
  return new Problem({
    status: 503,
    code: 'issuer-unreachable',
    message: 'The issuer does not answer. Nothing was redeemed.',
    retry: 'safe',
  });
}
