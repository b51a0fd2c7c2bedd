import { type Problem, refuse } from '../../platform/http/problem.ts';

export function noSuchCase(): Problem {
  return refuse('not-found', { message: 'Case not found or already closed.' });
}

/** The case has changed since the list was read, or does not offer this action. */
export function caseMoved(): Problem {
  return refuse('case-moved');
}

export function transactionNeeded(): Problem {
  return refuse('bad-request', {
    message: '"transactionId" is missing: choose a transaction.',
    details: { field: 'transactionId' },
  });
}

/** The issuer does not show the row for this voucher, or it cannot belong to this operation. */
export function noSuchRow(): Problem {
  return refuse('no-such-row');
}

/** A row may belong to this operation, so the case cannot be closed as not redeemed. */
export function rowFound(): Problem {
  return refuse('row-found');
}

/** The issuer answered, but its search kept changing or did not end, so it proves nothing. */
export function searchUnproved(): Problem {
  return refuse('search-unproved');
}
