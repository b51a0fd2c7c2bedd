import { defineServer } from '../../../bff/app/feature.ts';
import type { exceptionEndpoints } from '../contract/endpoints.ts';
import { createExceptions } from './exceptions.ts';
import { exceptionRoutes } from './route.ts';

export const exceptionReport = defineServer({
  name: 'exception-report',
  summaries: {
    exceptions: 'Unusual activity of the last four weeks.',
    lookedAt: 'Marks an exception as reviewed, with a note.',
  } satisfies Record<keyof typeof exceptionEndpoints, string>,
  examples: {
    lookedAt: { key: 'reprints:2030-01-01:p1', note: 'a wrong amount' },
  },
  money: { none: ['exceptions', 'lookedAt'] },
  unconfirmed: { exceptions: 'reads a list', lookedAt: 'records a day, a note or a view, and changes nothing else' },
  create(core) {
    const exceptions = createExceptions(core);
    return { parts: { exceptions }, routes: ({ on }) => exceptionRoutes(on, exceptions) };
  },
});
