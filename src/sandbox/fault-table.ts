import type { WireAnswer } from './answer.ts';
import { failedReply } from './merchant-replies.ts';

/** When a fault lets the ledger change: at once, after a delay, or not at all. */
type Commit = 'now' | 'late' | 'never';
/**
 * The response with a fault: the true one, the true one late, half of it, one whose fields
 * contradict each other, none, a cut connection, the response to the previous or to the first call
 * (a cut connection if there was none), or another one.
 */
type FaultOutcome =
  | 'truth'
  | 'truth-late'
  | 'half'
  | 'contradictory'
  | 'silence'
  | 'cut'
  | 'previous'
  | 'first'
  | WireAnswer;

/** One way in which a call fails. `shows` is for the page of training vouchers. */
export interface Fault {
  readonly commit: Commit;
  readonly shown: FaultOutcome;
  readonly partial?: true;
  /** Search shows the transactions only after a delay. */
  readonly hidden?: true;
  readonly ref: string;
  readonly title: string;
  readonly shows: string;
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const SERVER_ERROR = failedReply('ERV1202', undefined, 500);
const NOT_AUTHORIZED = failedReply('SBX0401', undefined, 401);

/**
 * Every fault, with the sentinel ref that triggers it on redeem. The practice page, the README and
 * the switch by rate use the same names.
 */
export const FAULTS = {
  silentAfterCommit: {
    commit: 'now',
    shown: 'silence',
    ref: '9000000001',
    title: 'No answer, redeemed',
    shows: 'The amount is taken, but the answer never comes',
  },
  silentBeforeCommit: {
    commit: 'never',
    shown: 'silence',
    ref: '9000000002',
    title: 'No answer, not redeemed',
    shows: 'Nothing is taken, and no answer comes',
  },
  dropAfterCommit: {
    commit: 'now',
    shown: 'cut',
    ref: '9000000003',
    title: 'Connection lost, redeemed',
    shows: 'The amount is taken, then the connection breaks',
  },
  dropBeforeCommit: {
    commit: 'never',
    shown: 'cut',
    ref: '9000000004',
    title: 'Connection lost, not redeemed',
    shows: 'The connection breaks before anything is taken',
  },
  lateCommit: {
    commit: 'late',
    shown: 'silence',
    ref: '9000000005',
    title: 'No answer, redeemed late',
    shows: 'No answer comes, and the amount is taken a while later',
  },
  lateAnswer: {
    commit: 'now',
    shown: 'truth-late',
    ref: '9000000006',
    title: 'Slow answer',
    shows: 'The amount is taken at once, and the answer comes late',
  },
  errorAfterCommit: {
    commit: 'now',
    shown: SERVER_ERROR,
    ref: '9000000007',
    title: 'Server error, redeemed',
    shows: 'The amount is taken, but the answer is an internal error',
  },
  errorBeforeCommit: {
    commit: 'never',
    shown: SERVER_ERROR,
    ref: '9000000008',
    title: 'Server error, not redeemed',
    shows: 'Nothing is taken, and the answer is an internal error',
  },
  unauthorizedAfterCommit: {
    commit: 'now',
    shown: NOT_AUTHORIZED,
    ref: '9000000009',
    title: 'Not authorized, redeemed',
    shows: 'The amount is taken, but the answer says that the shop is not known',
  },
  pageAfterCommit: {
    commit: 'now',
    shown: { status: 200, body: '<!doctype html><title>Welcome</title>', headers: HTML },
    ref: '9000000010',
    title: 'A web page, redeemed',
    shows: 'The amount is taken, but a web page comes back instead of the answer',
  },
  badGatewayAfterCommit: {
    commit: 'now',
    shown: { status: 502, body: '<!doctype html><title>Bad gateway</title>', headers: HTML },
    ref: '9000000011',
    title: 'Bad gateway, redeemed',
    shows: 'The amount is taken, but something on the way answers with an error page',
  },
  halfBodyAfterCommit: {
    commit: 'now',
    shown: 'half',
    ref: '9000000012',
    title: 'Half an answer, redeemed',
    shows: 'The amount is taken, but only half of the answer arrives',
  },
  partialCapture: {
    commit: 'now',
    shown: 'truth',
    partial: true,
    ref: '9000000013',
    title: 'Redeems half',
    shows: 'Half of the amount is taken, and the answer says so',
  },
  failedInSuccess: {
    commit: 'never',
    shown: { status: 200, body: { meta: { status: 'failed', messages: null } } },
    ref: '9000000014',
    title: 'Success that says failed',
    shows: 'Nothing is taken; the answer is a 200 that says failed and gives no reason',
  },
  lateInSearch: {
    commit: 'now',
    shown: 'cut',
    hidden: true,
    ref: '9000000015',
    title: 'Connection lost, listed late',
    shows: 'The amount is taken and the connection breaks; search lists it only later',
  },
  swappedAnswer: {
    commit: 'never',
    shown: 'previous',
    ref: '9000000016',
    title: 'Another voucher’s answer, not redeemed',
    shows: 'Nothing is taken, and the answer to the request before comes back',
  },
  duplicatedAnswer: {
    commit: 'now',
    shown: 'previous',
    ref: '9000000017',
    title: 'The previous answer again, redeemed',
    shows: 'The amount is taken, but the answer to the request before comes back',
  },
  staleAnswer: {
    commit: 'now',
    shown: 'first',
    ref: '9000000018',
    title: 'An old answer, redeemed',
    shows: 'The amount is taken, but the answer to the first request of all comes back',
  },
  contradictoryAnswer: {
    commit: 'now',
    shown: 'contradictory',
    ref: '9000000019',
    title: 'A contradictory answer, redeemed',
    shows: 'The amount is taken, but the amounts in the answer do not agree',
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** Returns the fault of a sentinel voucher; undefined for an unknown name. */
export function faultNamed(name: string | null): Fault | undefined {
  const found = FAULT_NAMES.find((each) => each === name);
  return found === undefined ? undefined : FAULTS[found];
}
