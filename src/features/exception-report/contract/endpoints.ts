import { type Endpoint, post } from '../../../contract/platform/endpoint.ts';
import { exceptionReviewSchema, exceptionSearchSchema, exceptionsSchema } from './exception.ts';

export const exceptionEndpoints = {
  /** Unusual activity of the last four weeks. */
  exceptions: post('/api/exceptions/search', 'manager', exceptionSearchSchema, exceptionsSchema),
  /** Records a manager's review of an exception; the note is saved in the trail. */
  lookedAt: post('/api/exceptions/looked-at', 'manager', exceptionReviewSchema, null),
} as const satisfies Record<string, Endpoint>;
