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

/** The only exception for a refused request. It becomes the response unchanged. */
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
  'bad-request': [400, 'never', 'The request does not have the expected format.'],
  'not-json': [400, 'never', 'The request is not JSON.'],
  'too-large': [413, 'never', 'The request is too large.'],
  'bad-code': [400, 'never', 'This is not a voucher code.'],
  'forbidden-origin': [403, 'never', 'Only this shop’s own pages can send this request.'],
  'not-enrolled': [401, 'never', 'This device is not enrolled.'],
  'signed-out': [401, 'safe', 'Sign in first.'],
  'not-allowed': [403, 'never', 'You are not allowed to do this.'],
  'wrong-key': [401, 'never', 'This key is unknown or was revoked.'],
  'over-limit': [403, 'never', 'This is above the limit of this key.'],
  'bad-address': [400, 'never', 'This address is not allowed.'],
  'not-found': [404, 'never', 'There is no record with this id.'],
  'other-shop': [409, 'safe', 'This device belongs to another shop now. Load the page again.'],
  'not-yours': [404, 'never', 'This belongs to another person.'],
  'method-not-allowed': [405, 'never', 'This route does not accept this method.'],
  'already-set-up': [409, 'never', 'This shop is already set up.'],
  'wrong-setup-code': [403, 'never', 'This is not the set-up code that the server printed when it started.'],
  'wrong-enrolment-code': [403, 'never', 'This code is wrong, was already used, or has expired.'],
  'wrong-display-code': [403, 'never', 'This code is wrong, was already used, or has expired.'],
  'wrong-pin': [401, 'never', 'Wrong PIN.'],
  'wrong-badge': [403, 'never', 'The owner of this badge does not work in this shop, or the badge no longer works.'],
  'wrong-passkey': [403, 'never', 'This passkey was not accepted.'],
  'passkey-expired': [409, 'safe', 'This request has expired or was already used. Start again.'],
  'passkey-known': [409, 'never', 'This passkey is already enrolled.'],
  'second-passkey': [403, 'never', 'Enrol a second passkey first.'],
  'last-passkeys': [409, 'never', 'A person of head office needs two passkeys. Add another one first.'],
  'training-passkey': [403, 'never', 'Training accounts cannot have passkeys.'],
  'passkey-needed': [403, 'safe', 'Confirm with a passkey first. Nothing was changed.'],
  'not-head-office': [403, 'never', 'This person no longer belongs to head office.'],
  'weak-pin': [400, 'never', 'This PIN is too easy to guess.'],
  'slow-down': [429, 'safe', 'Too many requests. Wait a moment.'],
  locked: [423, 'never', 'Locked.'],
  'last-manager': [409, 'never', 'The shop needs at least one manager. Make another person a manager first.'],
  'last-device': [409, 'never', 'The shop needs at least one device.'],
  'name-taken': [409, 'never', 'This name is already in use.'],
  'too-many-wrong-codes': [429, 'safe', 'Too many invalid codes were entered here. Wait a while, or ask a manager.'],
  'too-many-stories': [429, 'safe', 'Too many voucher histories were opened here within an hour. Ask a manager.'],
  'id-used': [409, 'never', 'This id was already used for something else.'],
  'tender-mismatch': [409, 'never', 'This id was already used for another redemption.'],
  'tender-cancelled': [409, 'never', 'This redemption was cancelled. Start a new one.'],
  'tender-started': [409, 'never', 'This redemption has already started. Check its state.'],
  'voucher-open': [409, 'after-check', 'A redemption of this voucher is not confirmed yet.'],
  'voucher-held': [409, 'never', 'A manager put this voucher on hold. It cannot be redeemed.'],
  'link-unreadable': [422, 'never', 'Voucher links cannot be looked up here. Enter the number printed on the voucher.'],
  'register-not-listed': [403, 'never', 'This register is not on the shop’s list.'],
  'register-listed': [409, 'never', 'This register is already on the list.'],
  'bad-register': [400, 'never', 'This is not a valid register address.'],
  'link-not-signed': [403, 'never', 'This link does not have a valid signature from its register.'],
  'sale-closed': [409, 'never', 'The register already has the result of this sale. Start another sale for the rest.'],
  'items-not-supported': [400, 'never', 'Items are redeemed one at a time here.'],
  'wrong-currency': [400, 'never', 'This shop uses another currency.'],
  'receipt-missing': [400, 'never', 'This shop requires the register’s receipt number for each redemption.'],
  'refund-mismatch': [409, 'never', 'This id was already used for another refund.'],
  'not-refundable': [409, 'never', 'There is nothing to refund.'],
  'undo-over': [
    403,
    'never',
    'You can only undo your own last sale, within a few minutes. A manager can refund the rest.',
  ],
  'register-told': [403, 'never', 'The register already has the result of this sale. A manager can refund it.'],
  'case-moved': [409, 'never', 'This case has changed. Review it again.'],
  'no-such-row': [409, 'never', 'Record not found at the issuer for this voucher, or it belongs to another operation.'],
  'row-found': [409, 'never', 'The issuer has an unmatched record for this voucher.'],
  'too-early': [409, 'safe', 'The issuer may still be processing it.'],
  'activation-mismatch': [409, 'never', 'This id was already used for another activation.'],
  'bad-range': [400, 'never', 'This is not a valid list of ranges.'],
  'card-code': [
    400,
    'never',
    'This looks like a card’s secret code. Activate cards by the sequence number printed on them.',
  ],
  'ranges-overlap': [409, 'never', 'Some of these cards were already activated here.'],
  'nothing-to-resume': [409, 'never', 'There is nothing left to do here.'],
  'pin-needed': [403, 'safe', 'This amount needs your PIN.'],
  'approval-needed': [403, 'safe', 'This needs a manager’s approval.'],
  'setting-locked': [403, 'never', 'Head office has locked this setting.'],
  visiting: [403, 'never', 'You are viewing another shop. Go back to the shop of this device first.'],
  'works-elsewhere': [403, 'never', 'This person also works in a shop that you do not manage, or at head office.'],
  'other-manager': [403, 'safe', 'Another manager has to approve this change.'],
  'new-manager': [403, 'safe', 'This manager’s account is less than a day old.'],
  'second-person': [403, 'safe', 'Another manager has to approve this.'],
  'limit-passed': [403, 'never', 'This is above the shop’s limit.'],
  'not-by-phone': [
    403,
    'safe',
    'This number of cards, or this hour, needs a manager’s approval. Never do this because of a phone call.',
  ],
  'questions-needed': [403, 'safe', 'Ask the customer the two questions first.'],
  'last-four-needed': [403, 'safe', 'For a single card, enter the last four digits printed on it.'],
  'perhaps-tampered': [409, 'never', 'The scanned number does not match the card. Nothing was activated.'],
  'not-deactivatable': [409, 'never', 'These cards cannot be deactivated here right now.'],
  'issue-mismatch': [409, 'never', 'This id was already used for another order.'],
  'not-sold-here': [404, 'never', 'This shop does not sell vouchers.'],
  'already-printed': [403, 'never', 'These vouchers were already printed. A manager can print them again.'],
  'already-sent': [403, 'never', 'This voucher was already sent. A manager can send it again.'],
  'already-shown': [403, 'never', 'This voucher was already shown. A manager can show it again.'],
  'taken-back': [409, 'never', 'This sale was returned.'],
  'order-open': [409, 'never', 'This order has no vouchers, or is waiting for more.'],
  'printer-address': [400, 'never', 'This is not an allowed printer address.'],
  'printer-gone': [404, 'never', 'This printer does not exist.'],
  'paper-width': [409, 'never', 'The printer’s paper width has changed.'],
  'printout-moved': [409, 'after-check', 'The printout’s state has changed. Check it again.'],
  'printer-full': [409, 'safe', 'Too many printouts are waiting.'],
  'issuer-unreachable': [503, 'safe', 'The issuer is not responding. Nothing was redeemed.'],
  'issuer-unclear': [502, 'safe', 'The issuer’s response was incomplete.'],
  'search-unproved': [503, 'safe', 'The issuer responded, but its list kept changing or was too long to be sure.'],
  'journal-gap': [
    503,
    'safe',
    'This shop’s journal may be missing redemptions. Redeeming is paused until it is complete.',
  ],
  'shift-closed': [409, 'never', 'This shift was already closed with a different register total.'],
  'till-awaited': [
    503,
    'safe',
    'After a restore, each till first has to report its closed shifts. Open Tillside on the till.',
  ],
  'shop-suspended': [403, 'never', 'This shop is switched off.'],
  'shop-stopped': [
    409,
    'safe',
    'The issuer reports a different shop number than the settings. This shop is stopped until that is corrected.',
  ],
  'not-ready': [503, 'safe', 'The server cannot process redemptions right now.'],
  internal: [500, 'after-check', 'An unexpected error occurred on the server.'],
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
