import type { WireAnswer } from './answer.ts';

/** Codes in published integrations, and two of our own for other cases: SBX0401 and SBX0404. */
const TEXTS = {
  ERV0001: 'The voucher does not exist',
  ERV0004: 'The voucher has expired',
  ERV0006: 'The voucher has been voided',
  ERV0009: 'The request or the voucher is not valid',
  ERV0010: 'The remaining value is not enough',
  ERV0033: 'The voucher has already been used',
  ERV0077: 'An earlier transaction has been completed',
  ERV1202: 'Internal error',
  SBX0401: 'The credentials of the shop are missing or wrong',
  SBX0404: 'There is no such address',
} as const;
export type MerchantCode = keyof typeof TEXTS;

/** The answer to an unsuccessful request, in the merchant API and in v2. Its text has no ref. */
export function failedReply(code: MerchantCode, text: string = TEXTS[code], status = 400): WireAnswer {
  return { status, body: { meta: { status: 'failed', messages: [{ code, level: 'error', text }] } } };
}

export function succeededReply(body: object): WireAnswer {
  return { status: 200, body: { ...body, meta: { status: 'succeeded' } } };
}
