import { type Problem, refuse } from '../../platform/http/problem.ts';

/** So much needs the PIN of whoever asks for it. */
export function pinNeeded(): Problem {
  return refuse('pin-needed', { details: { field: 'pin' } });
}

/** So much needs a second person. */
export function approvalNeeded(): Problem {
  return refuse('approval-needed');
}

/** Only a manager approves. */
export function notAManager(): Problem {
  return refuse('not-allowed', { message: 'Only a manager can approve this.' });
}
