import * as z from 'zod/mini';
import { type Endpoint, get, list, post, put } from '../../../contract/platform/endpoint.ts';
import { activationRequestSchema } from '../../../contract/redemption/activation-request.ts';
import { activationViewSchema, deactivateRequestSchema, resumeActivationSchema } from './activation.ts';

export const activationEndpoints = {
  putActivation: put('/api/activations/:id', 'stock', activationRequestSchema, activationViewSchema),
  activation: get('/api/activations/:id', 'stock', activationViewSchema, { background: true }),
  /** The caller's own latest, newest first; with `all=1` those of everybody, for managers. */
  myActivations: get('/api/activations', 'stock', list(activationViewSchema), {
    background: true,
    query: { all: z.optional(z.string()) },
  }),
  /** No range is sent after the one that is with the issuer. */
  stopActivation: post('/api/activations/:id/stop', 'stock', null, activationViewSchema),
  /** Sends what is left, and the unknown or refused ranges that the body names. */
  resumeActivation: post('/api/activations/:id/resume', 'stock', resumeActivationSchema, activationViewSchema, {
    bodyOptional: true,
  }),
  /** Takes a range back, where the issuer offered that. */
  deactivate: post('/api/activations/:id/deactivate', 'manager', deactivateRequestSchema, activationViewSchema),
} as const satisfies Record<string, Endpoint>;
