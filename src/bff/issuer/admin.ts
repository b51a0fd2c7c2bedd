import { LIMITS } from '../../contract/access/limits.ts';
import type { ChangeResult, ClientVoucher, IssueOrder, IssuerAdmin, SequenceRange } from './admin-port.ts';
import { describe, is2xx, isRefusing, refusalFrom, refusalOf } from './classify.ts';
import { type ClientApi, REJECTING } from './client-api.ts';
import type { IssuerConfig } from './config.ts';
import type { Answer, Reply } from './exchange.ts';
import { type Host, pathSegment } from './host.ts';
import { isOtherRef, issueMismatch, type OperationToMatch, operationMismatch, roundedId } from './mismatch.ts';
import type { IssuerReply } from './port.ts';
import { isUncertain } from './refusals.ts';
import { readVoucherList } from './wire/client-voucher.ts';
import { parseJson } from './wire/json.ts';
import { v3Error } from './wire/meta.ts';
import { type OperationAnswer, rangeBody, readOperation, refundBody } from './wire/operations.ts';
import { readCatalogue, readProduct } from './wire/product.ts';
import { readVouchersInfo } from './wire/vouchers-info.ts';

const NOT_CONFIGURED = { outcome: 'not-configured' } as const;
const ABSENT = { outcome: 'absent' } as const;
const PARTIAL_SUCCESS = 207;
/**
 * Means that the first request with this Idempotency-Key may still be running. It says nothing
 * about the order.
 */
const CONFLICT = 409;

export interface AdminOptions {
  readonly config: IssuerConfig;
  readonly merchant: Host;
  readonly merchantHeaders: Record<string, string>;
  readonly clientApi: ClientApi | null;
  /** Called when the state of this voucher may have changed; null for any voucher. */
  readonly changed: (ref: string | null) => void;
}

/** Sells, activates and refunds, over the same hosts as redeeming. */
export function createAdmin({ config, merchant, merchantHeaders, clientApi, changed }: AdminOptions): IssuerAdmin {
  const { productClass, timeZone } = config;

  /** Sends one POST to the merchant API that changes something; `take` reads a success. */
  async function operate<T>(
    request: OperationToMatch,
    call: { path: string; body: string },
    readAnswer: (answer: OperationAnswer) => T | null,
    onFirstByte?: () => void,
  ): Promise<ChangeResult<T>> {
    const ref = request.name === 'refund' ? request.ref : null;
    const post = { ...call, name: request.name, method: 'POST', headers: merchantHeaders } as const;
    try {
      const reply = await merchant.sendOnce(post, onFirstByte);
      return classifyOperation(reply, {
        ref: ref ?? '',
        mismatch: (answer) => operationMismatch(answer, request, config.mid),
        take: readAnswer,
      });
    } finally {
      changed(ref);
    }
  }
  const overRange = (action: 'activate' | 'deactivate', range: SequenceRange) => ({
    path: `/v1/vouchers/actions/${action}`,
    body: rangeBody(range, productClass),
  });

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
    activate: (range, onFirstByte) =>
      operate(
        { name: 'activate', range },
        overRange('activate', range),
        ({ activationId, mid, canDeactivate }) => ({ activationId, mid, canDeactivate }),
        onFirstByte,
      ),
    deactivate: (range, onFirstByte) =>
      operate({ name: 'deactivate', range }, overRange('deactivate', range), ({ mid }) => ({ mid }), onFirstByte),
    async refund({ scope, captureId, ref }, onFirstByte) {
      const segment = pathSegment(`${scope}-${captureId}`);
      if (segment === null) return { outcome: 'not-sent', reason: 'no capture id' };
      const path = `/v1/transactions/${segment}/actions/refund?return_vouchers_info=true`;
      return operate(
        { name: 'refund', ref, captureId },
        { path, body: refundBody(ref, productClass) },
        ({ refundId, mid, vouchers }) =>
          refundId === null ? null : { refundId, mid, vouchers: readVouchersInfo(vouchers, ref) },
        onFirstByte,
      );
    },
  };
}

function unconfigured<T>(): Promise<IssuerReply<T>> {
  return Promise.resolve(NOT_CONFIGURED);
}

/**
 * As {@link classifyRedeem}: done or refused only on the issuer's explicit answer, not sent only if
 * no byte left, else unknown.
 */
function classifyOperation<T>(
  reply: Reply,
  {
    ref,
    mismatch,
    take,
  }: {
    readonly ref: string;
    readonly mismatch: (answer: OperationAnswer) => string | null;
    readonly take: (answer: OperationAnswer) => T | null;
  },
): ChangeResult<T> {
  if (reply.kind === 'silence') return { outcome: reply.sent ? 'unknown' : 'not-sent', reason: reply.reason };
  const body = parseJson(reply.text);
  const refusal = refusalOf(reply.status, body, ref);
  if (refusal !== null) return { outcome: 'declined', refusal };
  const answer = is2xx(reply) ? readOperation(body) : null;
  const why = answer === null ? null : (mismatch(answer) ?? roundedId(reply.text, 'refund_id'));
  if (why !== null) return { outcome: 'unknown', reason: why, isMismatch: true };
  const value = answer === null ? null : take(answer);
  return value === null ? { outcome: 'unknown', reason: describe(reply, body) } : { outcome: 'succeeded', value };
}

/**
 * Classifies issuance, v3: 200 is complete, 207 is partial with the error that stopped the
 * remaining vouchers, and an error with a code on a refusing status except 409 means that nothing
 * was issued. So does a rejected token, with or without a code, because many gateways reject it
 * with a body of their own. If a gateway sent that status after a time-out, resuming the order is
 * safe: its key returns the vouchers that were issued.
 */
function classifyIssue(reply: Reply, order: IssueOrder, timeZone: string): Awaited<ReturnType<IssuerAdmin['issue']>> {
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
