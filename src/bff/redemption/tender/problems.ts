import { type Problem, refuse } from '../../platform/http/problem.ts';

/** The id was cancelled before it arrived. */
export function cancelled(): Problem {
  return refuse('tender-cancelled');
}

export function wrongCurrency(expected: string): Problem {
  return refuse('wrong-currency', { message: `This shop accepts ${expected} only.`, details: { field: 'currency' } });
}

export function noVoucherBehindLink(): Problem {
  return refuse('bad-code', { message: 'The issuer has no voucher for this link.', details: { field: 'code' } });
}

export function itemsNotSupported(): Problem {
  return refuse('items-not-supported', { details: { field: 'items' } });
}

export function receiptNoMissing(): Problem {
  return refuse('receipt-missing', { details: { field: 'receiptNo' } });
}

export function alreadyStarted(): Problem {
  return refuse('tender-started');
}

export function noSuchSale(): Problem {
  return refuse('not-found', { message: 'Nothing was redeemed here for this sale.' });
}

/** The issuer did not resolve a link in time; nothing was sent. */
export function issuerUnreachable(): Problem {
  return refuse('issuer-unreachable');
}
