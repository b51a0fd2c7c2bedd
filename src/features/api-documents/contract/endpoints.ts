import * as z from 'zod/mini';
import { type Endpoint, get } from '../../../contract/platform/endpoint.ts';

export const documentEndpoints = {
  openapi: get('/api/openapi.json', 'any', z.record(z.string(), z.unknown()), {
    forAll: true,
    query: { for: z.optional(z.literal('programs')) },
  }),
  docs: get('/api/docs', 'any', null, { forAll: true, stream: 'text/html' }),
  docsStyle: get('/api/docs.css', 'any', null, { forAll: true, stream: 'text/css' }),
} as const satisfies Record<string, Endpoint>;
