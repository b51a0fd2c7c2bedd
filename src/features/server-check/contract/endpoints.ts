import * as z from 'zod/mini';
import { type Endpoint, get, post } from '../../../contract/platform/endpoint.ts';

/** The result of one check of the server, as the doctor prints it, in English. */
export const serverFindingSchema = z.object({
  ok: z.boolean(),
  /** Fine, but rarely intended. */
  isNote: z.optional(z.literal(true)),
  subject: z.string(),
  message: z.string(),
});
export type ServerFinding = z.infer<typeof serverFindingSchema>;

export const serverCheckEndpoints = {
  serverCheck: get(
    '/api/setup/check',
    'any',
    z.object({
      /** The address of the till in `PUBLIC_ORIGIN`; null if it is not set. */
      publicOrigin: z.nullable(z.string()),
      findings: z.array(serverFindingSchema),
    }),
  ),
  /** Succeeds if the server accepts requests of pages at the browser's address. */
  addressCheck: post('/api/setup/check/address', 'any', null, null, { forAll: true }),
  supportPacket: get('/api/support-packet', 'manager', null, { stream: 'text/plain' }),
} as const satisfies Record<string, Endpoint>;
