import { randomUUID } from 'node:crypto';
import type { WireAnswer } from './answer.ts';

/**
 * Published codes, and our own (NNN-001) if none is published. The first three digits are the
 * status.
 */
const MESSAGES = {
  '207-762': 'Only some of the vouchers were issued',
  '400-056': 'face_value is missing, not allowed for this product, or out of range',
  '400-0C6': 'The quantity exceeds the stock',
  '400-215': 'The ids hold duplicates',
  '400-4C3': 'The request body is not valid',
  '400-5DC': 'The quantity must be 1 to 20',
  '400-67B': 'The ids must be UUIDs',
  '400-9A0': 'The Idempotency-Key header is missing',
  '400-B32': 'At most 20 ids are allowed',
  '400-BB4': 'The Idempotency-Key must be a UUID v4',
  '401-001': 'The access token is missing, unknown or expired',
  '403-001': 'The access token lacks the scope',
  '404-001': 'There is no such resource',
  '409-001': 'The Idempotency-Key was used with another request',
  '500-001': 'Internal error',
} as const;
export type ClientCode = keyof typeof MESSAGES;

/** The error object of v3: four strings. */
export function clientError(code: ClientCode, details = '') {
  return { code, message: MESSAGES[code], documentation: `https://vouchers.example/docs/errors#${code}`, details };
}

/** A failed request of v3: the error object, and the request id of every v3 response. */
export function clientFailure(code: ClientCode, details = ''): WireAnswer {
  return { status: Number(code.slice(0, 3)), body: { request_id: randomUUID(), error: clientError(code, details) } };
}
