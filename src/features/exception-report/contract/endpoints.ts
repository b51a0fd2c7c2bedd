import { type Endpoint, post } from '../../../contract/platform/endpoint.ts';
import { exceptionReviewSchema, exceptionSearchSchema, exceptionsSchema } from './exception.ts';

export const exceptionEndpoints = {
  exceptions: post('/api/exceptions/search', 'manager', exceptionSearchSchema, exceptionsSchema),
  lookedAt: post('/api/exceptions/looked-at', 'manager', exceptionReviewSchema, null),
} as const satisfies Record<string, Endpoint>;
