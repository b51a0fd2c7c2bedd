import { type Endpoint, post } from '../../../contract/platform/endpoint.ts';
import { exceptionReviewSchema, exceptionSearchSchema, exceptionsSchema } from './exception.ts';

export const exceptionEndpoints = {
  /** What a manager may want to look at, of the last four weeks. */
  exceptions: post('/api/exceptions/search', 'manager', exceptionSearchSchema, exceptionsSchema),
  /** A manager has looked at one; the trail keeps the note. */
  lookedAt: post('/api/exceptions/looked-at', 'manager', exceptionReviewSchema, null),
} as const satisfies Record<string, Endpoint>;
