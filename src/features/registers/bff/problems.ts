import { type Problem, refuse } from '../../../bff/platform/http/problem.ts';

/** The origin of the return address is not on the list of registers. */
export function notListed(): Problem {
  const message = 'The register that this link returns to is not on this shop’s list.';
  return refuse('register-not-listed', { message, details: { field: 'returnUrl' } });
}

/**
 * The register signs its links, and this link lacks a valid signature, so it may have been altered.
 */
export function linkNotSigned(): Problem {
  const message = 'This link does not have a valid signature from its register.';
  return refuse('link-not-signed', { message, details: { field: 'sig' } });
}

export function badReturnUrl(): Problem {
  const message = '"returnUrl" is not an address that a browser may return to.';
  return refuse('bad-register', { message, details: { field: 'returnUrl' } });
}

export function alreadyListed(): Problem {
  return refuse('register-listed');
}

export function tooManyRegisters(): Problem {
  return refuse('bad-register', { message: 'The list of registers is full; remove one first.', status: 409 });
}

export function registerNotFound(what: 'register' | 'sale of a link'): Problem {
  return refuse('not-found', { message: `The ${what} was not found.` });
}
