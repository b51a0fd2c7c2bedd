import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { WireAnswer } from './answer.ts';
import { type ClientCode, clientError, clientFailure } from './client-replies.ts';
import type { Deps } from './deps.ts';
import { endOfShopDay } from './formats.ts';
import { issuedRef } from './ids.ts';
import type { StoredProduct, Voucher } from './ledger-schema.ts';
import { newVoucher } from './new-voucher.ts';
import { voucherObject } from './v3-vouchers.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const QUANTITY_MAX = 20;
/** Denomination of an open-value voucher: 1 to 1000 dollars, in cents. */
const ISSUE_VALUE_MIN = 100;
const ISSUE_VALUE_MAX = 100_000;

const bodySchema = z.object({
  quantity: z.number(),
  face_value: z.number().optional(),
  client_reference: z
    .string()
    .max(50)
    .regex(/^[A-Za-z0-9\-_/#:.]*$/)
    .optional(),
});

/** A valid request. `faceValue`: cents, or items. */
export interface CheckedIssueRequest {
  readonly key: string;
  readonly hash: string;
  readonly quantity: number;
  readonly faceValue: number;
  readonly clientReference: string | null;
}
interface Refused {
  readonly refused: ClientCode;
  readonly details?: string;
}

/** Checks the headers and body of an issuance against the limits of the specification. */
export function issueRequest(
  product: StoredProduct,
  key: string | undefined,
  json: unknown,
): CheckedIssueRequest | Refused {
  if (key === undefined || key === '') return { refused: '400-9A0' };
  if (!UUID_V4.test(key)) return { refused: '400-BB4' };
  const body = bodySchema.safeParse(json);
  if (!body.success) return { refused: '400-4C3', details: z.prettifyError(body.error) };
  const { quantity, face_value, client_reference = null } = body.data;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > QUANTITY_MAX) return { refused: '400-5DC' };
  const valueEach = product.open_value ? face_value : (product.amount ?? undefined);
  const wrongValue = product.open_value ? !isDenomination(face_value) : face_value !== undefined;
  if (valueEach === undefined || wrongValue) return { refused: '400-056' };
  const hash = createHash('sha256')
    .update(JSON.stringify([product.code, quantity, valueEach, client_reference]))
    .digest('hex');
  return { key, hash, quantity, faceValue: valueEach, clientReference: client_reference };
}

function isDenomination(value: number | undefined): boolean {
  return value !== undefined && Number.isInteger(value) && value >= ISSUE_VALUE_MIN && value <= ISSUE_VALUE_MAX;
}

/**
 * Issues vouchers: all of them, or as many as are in stock (207). The reply is stored with its key
 * in the same commit; the same request with the same key gets it again with `Idempotency-Record`,
 * and another request with that key is refused. Refusals are not stored.
 */
export function issue(deps: Deps, productCode: string, request: CheckedIssueRequest): WireAnswer {
  const { ledger, now } = deps;
  return ledger.atomically(() => {
    const stored = ledger.issue(request.key);
    if (stored !== undefined) {
      if (stored.request_hash !== request.hash) return clientFailure('409-001');
      const headers = {
        'idempotency-key': request.key,
        'idempotency-record': new Date(stored.created_at).toISOString(),
      };
      return { status: stored.status, body: stored.body, headers };
    }
    const product = ledger.product(productCode);
    const stock = product?.stock ?? request.quantity;
    if (product === undefined || stock === 0 || (stock < request.quantity && request.quantity === 1))
      return clientFailure('400-0C6');
    const count = Math.min(stock, request.quantity);
    const reply = replyTo(request.quantity, addVouchers(deps, product, count, request), now());
    const record = { idempotency_key: request.key, request_hash: request.hash, created_at: now() };
    ledger.addIssue({ ...record, status: reply.status, body: JSON.stringify(reply.body) });
    return { ...reply, headers: { 'idempotency-key': request.key } };
  });
}

function replyTo(quantity: number, vouchers: readonly Voucher[], now: number): WireAnswer {
  const missing = quantity - vouchers.length;
  const error = missing > 0 && {
    error: clientError('207-762', `${missing} of ${quantity} were not issued: out of stock`),
  };
  const body = { request_id: randomUUID(), ...error, vouchers: vouchers.map((voucher) => voucherObject(voucher, now)) };
  return { status: missing > 0 ? 207 : 200, body };
}

function addVouchers(
  { ledger, now, seed }: Deps,
  product: StoredProduct,
  count: number,
  request: CheckedIssueRequest,
): Voucher[] {
  if (product.stock !== null) ledger.takeStock(product.code, count);
  return Array.from({ length: count }, () => {
    const number = ledger.next('voucher');
    const ref = issuedRef(seed, number);
    ledger.addVoucher({
      ...newVoucher(seed, number, product, request.faceValue),
      ref,
      state: 'active',
      expires_at: endOfShopDay(now(), product.valid_days),
      sequence: null,
      client_reference: request.clientReference,
      fault: null,
    });
    const added = ledger.voucherByRef(ref);
    if (added === undefined) throw new Error('issue: a voucher that was added is not there');
    return added;
  });
}
