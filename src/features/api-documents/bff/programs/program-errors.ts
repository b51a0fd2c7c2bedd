import { refuse } from '../../../../bff/platform/http/problem.ts';
import type { EndpointName } from '../../../../contract/platform/endpoints.ts';
import type { ProblemCode } from '../../../../contract/platform/problem.ts';

/** Refusals of every route. */
const ALWAYS: readonly ProblemCode[] = [
  'bad-request',
  'wrong-key',
  'not-allowed',
  'shop-suspended',
  'slow-down',
  'internal',
  'not-ready',
];
const BODY: readonly ProblemCode[] = ['not-json', 'too-large'];
const CODE: readonly ProblemCode[] = [
  'bad-code',
  'link-unreadable',
  'too-many-wrong-codes',
  'issuer-unreachable',
  'issuer-unclear',
];
const REDEEM: readonly ProblemCode[] = [
  ...BODY,
  ...CODE,
  'over-limit',
  'items-not-supported',
  'wrong-currency',
  'receipt-missing',
  'limit-passed',
  'approval-needed',
  'pin-needed',
  'questions-needed',
  'id-used',
  'tender-mismatch',
  'tender-cancelled',
  'voucher-open',
  'voucher-held',
  'sale-closed',
  'shop-stopped',
  'not-yours',
  'journal-gap',
];
const REFUND: readonly ProblemCode[] = [
  ...BODY,
  'not-found',
  'not-yours',
  'not-refundable',
  'undo-over',
  'register-told',
  'limit-passed',
  'approval-needed',
  'id-used',
  'refund-mismatch',
  'voucher-open',
  'too-early',
  'shop-stopped',
  'issuer-unreachable',
  'issuer-unclear',
  'journal-gap',
];
const READ: readonly ProblemCode[] = ['not-found', 'not-yours', 'journal-gap'];

/** Refusals of each route besides those of every route. */
const OWN: Readonly<Partial<Record<EndpointName, readonly ProblemCode[]>>> = {
  check: [...BODY, ...CODE, 'shop-stopped'],
  putTender: REDEEM,
  postTender: REDEEM,
  tender: READ,
  cancelTender: ['tender-started', 'id-used', 'not-found', 'not-yours', 'journal-gap'],
  putRefund: REFUND,
  postRefund: REFUND,
  refund: READ,
  sale: READ,
  story: [...BODY, ...CODE, 'too-many-stories', 'not-found'],
  shift: ['not-found'],
};

/** Routes that begin an operation with an id of the caller. */
const BEGINS: readonly EndpointName[] = ['putTender', 'postTender', 'putRefund', 'postRefund'];

export interface ProgramError {
  readonly code: ProblemCode;
  readonly status: number;
  /** The meaning for money, and what to do. */
  readonly meaning: string;
}

/** Returns the refusals of a route, in the order of their status. */
export function errorsOf(name: EndpointName): ProgramError[] {
  const codes = [...new Set([...ALWAYS, ...(OWN[name] ?? [])])];
  const errors = codes.map((code) => {
    const { status, retry } = refuse(code);
    return { code, status, meaning: BEGINS.includes(name) ? meaningForMoney(status, retry) : meaningOf(retry) };
  });
  return errors.toSorted((a, b) => a.status - b.status);
}

type Retry = ReturnType<typeof refuse>['retry'];

const BEGAN_NOTHING = 'This request began nothing.';
const MAY_HAVE_BEGUN = 'An earlier request with this id may have begun it.';
const CANCEL_FIRST = 'If an earlier one with this id was not answered, cancel the id before you use another.';

function meaningForMoney(status: number, retry: Retry): string {
  if (retry === 'safe' || status >= 500)
    return `Safe to repeat with the same id; never repeat with another id. ${MAY_HAVE_BEGUN}`;
  if (retry === 'after-check') return `${BEGAN_NOTHING} Repeat with the same id once the other operation has ended.`;
  return `${BEGAN_NOTHING} ${CANCEL_FIRST}`;
}

function meaningOf(retry: Retry): string {
  return retry === 'never' ? 'Repeating it changes nothing.' : 'Safe to repeat.';
}
