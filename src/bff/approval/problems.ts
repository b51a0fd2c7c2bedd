import { Problem } from '../http/problem.ts';

/** So much needs the PIN of whoever asks for it. */
export function pinNeeded(): Problem {
  return new Problem({
    status: 403,
    code: 'pin-needed',
    message: 'So much at a time needs your PIN.',
    retry: 'safe',
    details: { field: 'pin' },
  });
}

/** So much needs a second person. */
export function approvalNeeded(): Problem {
  return new Problem({ status: 403, code: 'approval-needed', message: 'So much in an hour needs a manager’s approval.', retry: 'safe' });
}

/** Only a manager approves. */
export function notAManager(): Problem {
  return new Problem({ status: 403, code: 'not-allowed', message: 'Only a manager can approve this.', retry: 'never' });
}
