import { type Problem, refuse } from '../../platform/http/problem.ts';

export function pinNeeded(): Problem {
  return refuse('pin-needed', { details: { field: 'pin' } });
}

export function approvalNeeded(): Problem {
  return refuse('approval-needed');
}

export function notAManager(): Problem {
  return refuse('not-allowed', { message: 'Only a manager can approve this.' });
}
