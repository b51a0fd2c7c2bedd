import { isRefusing, refusalFrom } from '../../../bff/issuer/classify.ts';
import { REJECTING } from '../../../bff/issuer/client-api.ts';
import type { Answer, Reply } from '../../../bff/issuer/exchange.ts';
import type { CreateFeatureCalls, IssuerConnection } from '../../../bff/issuer/feature-calls.ts';
import { pathSegment } from '../../../bff/issuer/host.ts';
import { isOtherRef, isSameRef } from '../../../bff/issuer/mismatch.ts';
import type { ChangeResult, ClientVoucher, IssuerReply, Product } from '../../../bff/issuer/port.ts';
import { isUncertain } from '../../../bff/issuer/refusals.ts';
import { readVoucherList } from '../../../bff/issuer/wire/client-voucher.ts';
import { parseJson } from '../../../bff/issuer/wire/json.ts';
import { v3Error } from '../../../bff/issuer/wire/meta.ts';
import { readCatalogue, readProduct } from '../../../bff/issuer/wire/product.ts';
import { LIMITS } from '../../../contract/access/limits.ts';

const NOT_CONFIGURED = { outcome: 'not-configured' } as const;
const ABSENT = { outcome: 'absent' } as const;
const PARTIAL_SUCCESS = 207;
/**
 * Means that the first request with this Idempotency-Key may still be running. It says nothing
 * about the order.
 */
const CONFLICT = 409;

/**
 * Vouchers to issue, 1 to 20. The key is a UUID v4 for this order: reused after a lost reply, new
 * for a remainder.
 */
export interface IssueOrder {
  readonly productCode: string;
  readonly quantity: number;
  /** Minor units, for open-value products. */
  readonly faceValue?: number;
  readonly clientReference?: string;
  readonly idempotencyKey: string;
}

export interface VoucherCalls {
  /** GET /v3/products. */
  catalogue(signal?: AbortSignal): Promise<IssuerReply<readonly Product[]>>;
  /** GET /v3/products/{code}. */
  product(code: string, signal?: AbortSignal): Promise<IssuerReply<Product>>;
  /**
   * GET /v3/vouchers?id=…, 1 to 20 ids. Ids that the issuer does not know are omitted from its
   * answer or make it fail.
   */
  vouchersById(voucherIds: readonly string[], signal?: AbortSignal): Promise<IssuerReply<readonly ClientVoucher[]>>;
  /** POST /v3/products/{code}. */
  issue(
    order: IssueOrder,
  ): Promise<ChangeResult<{ readonly requestId: string | null; readonly vouchers: readonly ClientVoucher[] }>>;
}

declare module '../../../bff/issuer/feature-calls.ts' {
  interface FeatureCalls extends VoucherCalls {}
}

/** Reads the catalogue and issues vouchers, over the client API. */
export const createVoucherCalls: CreateFeatureCalls = ({ config, clientApi }: IssuerConnection): VoucherCalls => {
  const { timeZone } = config;
  return {
    catalogue: (signal) =>
      clientApi?.askV3(
        { name: 'catalogue', path: '/v3/products', answerBytesMax: LIMITS.catalogueBytesMax },
        { read: readCatalogue },
        signal,
      ) ?? unconfigured(),
    async product(code, signal) {
      const segment = pathSegment(code);
      if (segment === null) return ABSENT;
      return (
        clientApi?.askV3(
          { name: 'product', path: `/v3/products/${segment}` },
          { read: readProduct, isOther: (product) => isOtherRef(product.code, code) },
          signal,
        ) ?? NOT_CONFIGURED
      );
    },
    vouchersById(voucherIds, signal) {
      const ids = voucherIds.map((id) => encodeURIComponent(id)).join(',');
      const read = (body: unknown) => readVoucherList(body, timeZone)?.vouchers ?? null;
      const isOther = (vouchers: readonly ClientVoucher[]) =>
        vouchers.some((voucher) => voucherIds.every((id) => isOtherRef(voucher.voucherId, id)));
      const call = { name: 'vouchers', path: `/v3/vouchers?id=${ids}`, answerBytesMax: LIMITS.pageAnswerBytesMax };
      return clientApi?.askV3(call, { read, isOther }, signal) ?? unconfigured();
    },
    async issue(order) {
      const { productCode, quantity, faceValue, clientReference, idempotencyKey } = order;
      const segment = pathSegment(productCode);
      if (segment === null) return { outcome: 'not-sent', reason: 'no product code' };
      const body = JSON.stringify({ quantity, face_value: faceValue, client_reference: clientReference });
      const headers = { 'idempotency-key': idempotencyKey };
      const call = {
        name: 'issue',
        path: `/v3/products/${segment}`,
        headers,
        body,
        answerBytesMax: LIMITS.pageAnswerBytesMax,
      };
      const reply = await clientApi?.sendV3(call);
      return reply ? classifyIssue(reply, order, timeZone) : NOT_CONFIGURED;
    },
  };
};

function unconfigured<T>(): Promise<IssuerReply<T>> {
  return Promise.resolve(NOT_CONFIGURED);
}

/**
 * Classifies issuance, v3: 200 is complete, 207 is partial with the error that stopped the
 * remaining vouchers, and an error with a code on a refusing status except 409 means that nothing
 * was issued. So does a rejected token, with or without a code, because many gateways reject it
 * with a body of their own. If a gateway sent that status after a time-out, resuming the order is
 * safe: its key returns the vouchers that were issued.
 */
function classifyIssue(reply: Reply, order: IssueOrder, timeZone: string): Awaited<ReturnType<VoucherCalls['issue']>> {
  if (reply.kind === 'silence') return { outcome: reply.sent ? 'unknown' : 'not-sent', reason: reply.reason };
  const body = parseJson(reply.text);
  const issued = readVoucherList(body, timeZone);
  const { idempotencyKey = null } = reply;
  const mismatch = issueMismatch({ idempotencyKey, vouchers: issued?.vouchers ?? [] }, order);
  if (mismatch !== null) return { outcome: 'unknown', reason: mismatch, isMismatch: true };
  const error = issued?.error ?? v3Error(body);
  if (reply.status === 200 && issued !== null && error === null)
    return { outcome: 'succeeded', value: withoutError(issued) };
  if (reply.status === PARTIAL_SUCCESS && issued !== null && error !== null) {
    return { outcome: 'partial', value: withoutError(issued), refusal: refusalFrom(error, '') };
  }
  if (isRefusing(reply.status) && reply.status !== CONFLICT && error !== null && issued === null)
    return { outcome: 'declined', refusal: refusalFrom(error, '') };
  const rejection = error ?? { code: String(reply.status), text: null };
  if (REJECTING.has(reply.status) && issued === null && !isUncertain(rejection.code))
    return { outcome: 'declined', refusal: refusalFrom(rejection, ''), isCallerRejected: true };
  return { outcome: 'unknown', reason: describeV3(reply, error?.code) };
}

function withoutError({ requestId, vouchers }: NonNullable<ReturnType<typeof readVoucherList>>) {
  return { requestId, vouchers };
}

function describeV3({ status }: Answer, code: string | undefined): string {
  return code === undefined ? `HTTP ${status}` : `HTTP ${status} ${code}`;
}

/**
 * The identifiers in an answer to an issuance. `idempotencyKey`: of its header; null if it has
 * none.
 */
interface IssueAnswerIds {
  readonly idempotencyKey: string | null;
  readonly vouchers: readonly ClientVoucher[];
}

/**
 * Checks the answer to an issuance. If it repeats the key of the request, no other field is
 * compared.
 */
function issueMismatch({ idempotencyKey, vouchers }: IssueAnswerIds, order: IssueOrder): string | null {
  const { productCode, quantity, faceValue } = order;
  const isKeySame = idempotencyKey !== null && isSameRef(idempotencyKey, order.idempotencyKey);
  if (idempotencyKey !== null && !isKeySame) return 'the answer has a different idempotency key';
  if (vouchers.length > quantity) return 'more vouchers than were ordered';
  if (new Set(vouchers.map(({ voucherId }) => voucherId)).size < vouchers.length) return 'a voucher is listed twice';
  if (vouchers.some(({ product }) => product !== null && !isSameRef(product.code, productCode)))
    return 'the answer names a different product';
  const isOtherValue = ({ holds, unit }: ClientVoucher) => unit !== 'items' && holds !== null && holds !== faceValue;
  return !isKeySame && faceValue !== undefined && vouchers.some(isOtherValue)
    ? 'the answer names a different face value'
    : null;
}
