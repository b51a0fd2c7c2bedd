import { Problem } from '../http/problem.ts';

/** No manager has listed the origin that a link leads back to. */
export function notListed(): Problem {
  const message = 'No manager of this shop has listed the register that this link leads back to.';
  return new Problem({ status: 403, code: 'register-not-listed', message, retry: 'never', details: { field: 'returnUrl' } });
}

/** The register signs its links, and this one is not signed so: somebody may have altered it. */
export function linkNotSigned(): Problem {
  const message = 'This link is not signed as its register signs its links.';
  return new Problem({ status: 403, code: 'link-not-signed', message, retry: 'never', details: { field: 'sig' } });
}

/** The address that a link leads back to cannot be one. */
export function badReturnUrl(): Problem {
  const message = '"returnUrl" is no address that a browser may go back to.';
  return new Problem({ status: 400, code: 'bad-register', message, retry: 'never', details: { field: 'returnUrl' } });
}

export function alreadyListed(): Problem {
  return new Problem({ status: 409, code: 'register-listed', message: 'This register is on the list already.', retry: 'never' });
}

export function tooManyRegisters(): Problem {
  return new Problem({ status: 409, code: 'bad-register', message: 'The list of registers is full; remove one first.', retry: 'never' });
}

export function notThere(what: 'register' | 'sale of a link'): Problem {
  return new Problem({ status: 404, code: 'not-found', message: `There is no such ${what}.`, retry: 'never' });
}
