import type { MetLimit } from '../../../contract/access/sale-limit.ts';
import { type Problem, refuse } from '../../platform/http/problem.ts';

export function pinNeeded(): Problem {
  return refuse('pin-needed', { details: { field: 'pin' } });
}

/** @param limit that the request exceeds; null for another reason */
export function approvalNeeded(limit: MetLimit | null): Problem {
  return refuse('approval-needed', limit === null ? {} : { details: { limit } });
}

export function notAManager(): Problem {
  return refuse('not-allowed', { message: 'Only a manager can approve this.' });
}
