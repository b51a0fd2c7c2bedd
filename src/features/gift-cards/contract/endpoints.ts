import * as z from 'zod/mini';
import { type Endpoint, get, list, post, put } from '../../../contract/platform/endpoint.ts';
import { activationRequestSchema } from '../../../contract/redemption/activation-request.ts';
import { activationViewSchema, deactivateRequestSchema, resumeActivationSchema } from './activation.ts';

export const activationEndpoints = {
  putActivation: put('/api/activations/:id', 'stock', activationRequestSchema, activationViewSchema, {
    approvable: 'activation',
  }),
  activation: get('/api/activations/:id', 'stock', activationViewSchema, { background: true }),
  /** The caller's own, newest first; with `all=1` everyone's, for managers. */
  myActivations: get('/api/activations', 'stock', list(activationViewSchema), {
    background: true,
    query: { all: z.optional(z.string()) },
  }),
  stopActivation: post('/api/activations/:id/stop', 'stock', null, activationViewSchema),
  /** Sends the remaining ranges, and the unknown or refused ones that the body names. */
  resumeActivation: post('/api/activations/:id/resume', 'stock', resumeActivationSchema, activationViewSchema, {
    bodyOptional: true,
  }),
  /** Deactivates a range, if the issuer offered that. */
  deactivate: post('/api/activations/:id/deactivate', 'manager', deactivateRequestSchema, activationViewSchema),
} as const satisfies Record<string, Endpoint>;
