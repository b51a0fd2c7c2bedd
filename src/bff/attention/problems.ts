import { Problem } from '../http/problem.ts';

export function noSuchCase(): Problem {
  return new Problem({ status: 404, code: 'not-found', message: 'There is no such case, or it needs nobody any more.', retry: 'never' });
}

/** The case has changed since the list was read, or has no such way out. */
export function caseMoved(): Problem {
  return new Problem({ status: 409, code: 'case-moved', message: 'This case stands otherwise now; look at it again.', retry: 'never' });
}

export function transactionNeeded(): Problem {
  return new Problem({
    status: 400,
    code: 'bad-request',
    message: '"transactionId" is missing: say which row.',
    retry: 'never',
    details: { field: 'transactionId' },
  });
}

/** The issuer does not show the row for this voucher, or it cannot be this operation's. */
export function noSuchRow(): Problem {
  return new Problem({
    status: 409,
    code: 'no-such-row',
    message: 'The issuer shows no such row for this voucher, or it belongs to something else.',
    retry: 'never',
  });
}

/** A row may be this operation's, so that it cannot be closed as if there were none. */
export function rowFound(): Problem {
  return new Problem({
    status: 409,
    code: 'row-found',
    message: 'The issuer shows a row of this voucher that nothing else explains.',
    retry: 'never',
  });
}

export function issuerUnclear(): Problem {
  return new Problem({ status: 503, code: 'issuer-unclear', message: 'The issuer gave no complete answer.', retry: 'safe' });
}

/** The issuer answered, but its search kept changing or did not end, so that nothing is proved. */
export function searchUnproved(): Problem {
  return new Problem({
    status: 503,
    code: 'search-unproved',
    message: 'The issuer answered, but its search changed too often or showed too much to prove anything.',
    retry: 'safe',
  });
}
