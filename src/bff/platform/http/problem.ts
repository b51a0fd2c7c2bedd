import type { ProblemBody, ProblemCode, ProblemDetails, Retry } from '../../../contract/platform/problem.ts';

export type ProblemStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 409
  | 413
  | 415
  | 422
  | 423
  | 429
  | 499
  | 500
  | 502
  | 503
  | 504;

export interface ProblemOptions {
  readonly status: ProblemStatus;
  readonly code: ProblemCode;
  /** A plain message for the reader of the response; never a ref, a secret or the refused value. */
  readonly message: string;
  readonly retry: Retry;
  readonly details?: ProblemDetails;
}

/** The only exception for a refusal: it becomes the response unchanged. */
export class Problem extends Error {
  readonly status: ProblemStatus;
  readonly code: ProblemCode;
  readonly retry: Retry;
  readonly details: ProblemDetails | undefined;

  constructor({ status, code, message, retry, details }: ProblemOptions) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.retry = retry;
    this.details = details;
  }
}

/** Status, whether to repeat the request, and the default message of each problem. */
const PROBLEMS: Readonly<Record<ProblemCode, readonly [ProblemStatus, Retry, string]>> = {
  'bad-request': [400, 'never', 'The request is not in the expected form.'],
  'not-json': [400, 'never', 'The request is not JSON.'],
  'too-large': [413, 'never', 'The request is larger than anything this server takes.'],
  'bad-code': [400, 'never', 'This is no code of a voucher.'],
  'forbidden-origin': [403, 'never', 'Only this till’s own page may ask this.'],
  'not-enrolled': [401, 'never', 'This device is not enrolled here.'],
  'signed-out': [401, 'safe', 'Sign in first.'],
  'not-allowed': [403, 'never', 'This is not for you.'],
  'wrong-key': [401, 'never', 'This key is not known here, or was revoked.'],
  'over-limit': [403, 'never', 'That is more than this key may take.'],
  'bad-address': [400, 'never', 'This address is not called.'],
  'not-found': [404, 'never', 'There is nothing with this id.'],
  'not-yours': [404, 'never', 'This is somebody else’s.'],
  'method-not-allowed': [405, 'never', 'This address does not take that method.'],
  'already-set-up': [409, 'never', 'This shop is set up already.'],
  'wrong-setup-code': [403, 'never', 'This is not the set-up code that the server printed when it started.'],
  'wrong-enrolment-code': [403, 'never', 'This code is not right, was used already, or is too old.'],
  'wrong-display-code': [403, 'never', 'This code is not right, was used already, or is too old.'],
  'wrong-pin': [401, 'never', 'This PIN is not right.'],
  'wrong-badge': [403, 'never', 'This badge is not one of the shop, or does not work any more.'],
  'weak-pin': [400, 'never', 'This PIN is too easy to guess.'],
  'slow-down': [429, 'safe', 'That was asked for too often. Wait a moment.'],
  locked: [423, 'never', 'Locked.'],
  'last-manager': [409, 'never', 'The shop needs a manager: make somebody else one first.'],
  'last-device': [409, 'never', 'The shop needs a device.'],
  'name-taken': [409, 'never', 'Somebody has this name already.'],
  'too-many-wrong-codes': [
    429,
    'safe',
    'Too many codes that do not exist were tried here. Wait a while, or ask a manager.',
  ],
  'too-many-stories': [429, 'safe', 'Too many stories of vouchers were opened here within an hour. Ask a manager.'],
  'id-used': [409, 'never', 'This id belongs to something else.'],
  'tender-mismatch': [409, 'never', 'This id was used for another redemption.'],
  'tender-cancelled': [409, 'never', 'This redemption was given up; start a new one.'],
  'tender-started': [409, 'never', 'This redemption has arrived; look at how it stands.'],
  'voucher-open': [409, 'after-check', 'A redemption of this voucher is not settled yet.'],
  'voucher-held': [409, 'never', 'A manager has put this voucher on hold. Nothing is taken from it.'],
  'link-unreadable': [
    422,
    'never',
    'Voucher links cannot be looked up here. Type the number that is printed on the voucher.',
  ],
  'register-not-listed': [403, 'never', 'This register is not on the shop’s list.'],
  'register-listed': [409, 'never', 'This register is on the list already.'],
  'bad-register': [400, 'never', 'This is no address of a register.'],
  'link-not-signed': [403, 'never', 'This link is not signed by its register.'],
  'sale-closed': [
    409,
    'never',
    'The register was told how this sale ended; nothing more is redeemed for it. Begin another one for the rest.',
  ],
  'items-not-supported': [400, 'never', 'Items are redeemed one at a time here.'],
  'wrong-currency': [400, 'never', 'This shop takes another currency.'],
  'receipt-missing': [400, 'never', 'This shop wants the receipt number of the register with each redemption.'],
  'refund-mismatch': [409, 'never', 'This id was used for another refund.'],
  'not-refundable': [409, 'never', 'There is nothing to give back.'],
  'undo-over': [
    403,
    'never',
    'Only the own last sale can be undone, for a few minutes. A manager can refund the rest.',
  ],
  'register-told': [403, 'never', 'The register was told what was taken for this sale. A manager can refund it.'],
  'case-moved': [409, 'never', 'This case stands otherwise now; look at it again.'],
  'no-such-row': [409, 'never', 'The issuer shows no such row for this voucher, or it belongs to something else.'],
  'row-found': [409, 'never', 'The issuer shows a row of this voucher that nothing else explains.'],
  'too-early': [409, 'safe', 'The issuer may still act on it.'],
  'activation-mismatch': [409, 'never', 'This id was used for another activation.'],
  'bad-range': [400, 'never', 'That does not make a list of ranges.'],
  'card-code': [
    400,
    'never',
    'That is the code of a card, or may be: cards are activated by the sequence number that is printed on them.',
  ],
  'ranges-overlap': [409, 'never', 'Some of these cards were activated here before.'],
  'nothing-to-resume': [409, 'never', 'There is nothing left to do here.'],
  'pin-needed': [403, 'safe', 'So much at a time needs your PIN.'],
  'approval-needed': [403, 'safe', 'This needs a manager’s approval.'],
  'other-manager': [403, 'safe', 'Another manager has to agree to this change.'],
  'new-manager': [403, 'safe', 'The account of this manager is younger than a day.'],
  'second-person': [403, 'safe', 'This needs the approval of a manager who is somebody else.'],
  'limit-passed': [403, 'never', 'The shop has set a limit that this passes.'],
  'not-by-phone': [
    403,
    'safe',
    'So many cards, or so late, need a manager’s approval: nobody asks for this by telephone.',
  ],
  'questions-needed': [403, 'safe', 'Ask the customer the two questions first.'],
  'last-four-needed': [403, 'safe', 'A single card needs the last four digits that are printed on it.'],
  'perhaps-tampered': [409, 'never', 'The number that was scanned is not the one on the card. Nothing was activated.'],
  'not-deactivatable': [409, 'never', 'These cards cannot be deactivated from here now.'],
  'issue-mismatch': [409, 'never', 'This id was used for another order.'],
  'not-sold-here': [404, 'never', 'This shop does not sell vouchers.'],
  'already-printed': [403, 'never', 'A manager can print these again.'],
  'already-sent': [403, 'never', 'A manager can send it again.'],
  'printer-address': [400, 'never', 'No printer can be at this address.'],
  'printer-gone': [404, 'never', 'There is no such printer, or not any more.'],
  'paper-width': [409, 'never', 'The paper was drawn for another width than the printer has.'],
  'printout-moved': [409, 'after-check', 'The printout has gone on meanwhile. Look at it again.'],
  'printer-full': [409, 'safe', 'Too many papers wait for a printer already.'],
  'issuer-unreachable': [503, 'safe', 'The issuer does not answer. Nothing was redeemed.'],
  'issuer-unclear': [502, 'safe', 'The issuer gave no complete answer.'],
  'search-unproved': [
    503,
    'safe',
    'The issuer answered, but its search changed too often or showed too much to prove anything.',
  ],
  'journal-gap': [
    503,
    'safe',
    'The journal of this shop may lack redemptions. Nothing is redeemed until that is looked through.',
  ],
  'shift-closed': [409, 'never', 'This shift was closed already, with another amount of the register.'],
  'till-awaited': [
    503,
    'safe',
    'After a restore every till in use has to say first which closings it knows. Open the till’s page there.',
  ],
  'not-ready': [503, 'safe', 'No redemption can be taken at the moment.'],
  internal: [500, 'after-check', 'Something unexpected happened here.'],
};

/** Creates the problem of a code. @param but overrides of the code's defaults */
export function refuse(code: ProblemCode, but: Partial<Omit<ProblemOptions, 'code'>> = {}): Problem {
  const [status, retry, message] = PROBLEMS[code];
  return new Problem({ status, code, message, retry, ...but });
}

/**
 * The journal is unavailable at the moment. @param retry as in the contract: `safe` if repeating
 * the request is harmless
 */
export function notReady(retry: Retry): Problem {
  return refuse('not-ready', { retry });
}

/** The issuer did not answer, or not completely. */
export function issuerUnclear(): Problem {
  return refuse('issuer-unclear', { status: 503 });
}

/** The JSON body of a problem: the members of RFC 9457 and our own. */
export function problemBody({ code, status, message, retry, details }: Problem, requestId: string): ProblemBody {
  const [first = '', ...rest] = code.replaceAll('-', ' ');
  const title = `${first.toUpperCase()}${rest.join('')}`;
  const error = { code, message, requestId, retry, ...(details && { details }) };
  return { type: `/api/docs#${code}`, title, status, detail: message, error };
}
