import { isItems, magnitude, withMagnitude } from '../../contract/money/money.ts';
import type { Refusal } from '../../contract/voucher/refusal.ts';
import type { Answer, Reply } from './exchange.ts';
import { otherMid, redeemMismatch, roundedId } from './mismatch.ts';
import type { RedeemOrder, RedeemOutcome } from './port.ts';
import { isUncertain, reasonOf } from './refusals.ts';
import { parseJson } from './wire/json.ts';
import { type CodedMessage, failedMessages } from './wire/meta.ts';
import { namesCapture, type RedeemAnswer, readRedeemAnswer } from './wire/redeem.ts';
import { readVouchersInfo, readVoucherUnit, withoutRef } from './wire/vouchers-info.ts';

/**
 * The only statuses that count as a refusal by the issuer. 401 and 403 are left out, because
 * gateways use them for time-outs and blocked answers after the money moved; 402, 408, 410, 429 and
 * everything from 500 as well.
 */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([400, 404, 409, 422]);
/** Some services send a refusal with status 200; such a refusal needs a known code. */
const OK = 200;

/**
 * Classifies a reply to POST /v1/transactions by what it proves about the money.
 *
 * | reply | outcome |
 * |---|---|
 * | no byte left: no address, refused connection, failed TLS | not-sent |
 * | no byte left: stopped before the first byte, or a pause | not-sent |
 * | any other silence: reset, time-out, half a body, too large a body | unknown |
 * | 2xx, `succeeded`, a capture id, 0 < captured ≤ requested | captured |
 * | 2xx, `succeeded`, a field is missing, odd or above the request | unknown |
 * | 2xx, `succeeded`, but a {@link redeemMismatch} | unknown |
 * | 400, 404, 409, 422 with `failed` and a code | declined |
 * | 200 with `failed` and a known code | declined |
 * | a code for a time-out or an internal error | unknown |
 * | a refusal that includes a capture id | unknown |
 * | everything else: other statuses, redirects, HTML, no JSON | unknown |
 * @param mid the shop's; null if it is not set
 */
export function classifyRedeem(reply: Reply, order: RedeemOrder, mid: string | null = null): RedeemOutcome {
  if (reply.kind === 'silence') return { outcome: reply.sent ? 'unknown' : 'not-sent', reason: reply.reason };
  const body = parseJson(reply.text);
  const refusal = refusalOf(reply.status, body, order.ref);
  if (refusal !== null && !namesCapture(reply.text)) return { outcome: 'declined', refusal };
  const answer = readRedeemAnswer(body);
  if (is2xx(reply) && answer?.succeeded) {
    const mismatch = redeemMismatch(answer, order, mid) ?? roundedId(reply.text, 'capture_id');
    if (mismatch === null) return classifyCapture(answer, order);
    const named = otherMid(answer, order, mid);
    return { outcome: 'unknown', reason: mismatch, isMismatch: true, ...(named !== null && { otherMid: named }) };
  }
  return { outcome: 'unknown', reason: describe(reply, body) };
}

/** An answer that claims success counts as a capture only if it states the id and the amount. */
function classifyCapture(answer: RedeemAnswer, order: RedeemOrder): RedeemOutcome {
  const { captureId, authorizationId, mid, refundHandle } = answer;
  if (captureId === null) return { outcome: 'unknown', reason: 'succeeded without a capture id' };
  const captured = capturedMagnitude(answer.capturedAmount, order);
  if (captured === null) return { outcome: 'unknown', reason: 'captured amount missing or unreadable' };
  if (captured > magnitude(order.worth)) return { outcome: 'unknown', reason: 'captured more than requested' };
  const unit = readVoucherUnit(answer.vouchers);
  return {
    outcome: 'captured',
    captureId,
    authorizationId,
    mid,
    captured: withMagnitude(order.worth, captured),
    vouchers: readVouchersInfo(answer.vouchers, order.ref),
    ...(unit !== null && { unit }),
    refundHandle,
  };
}

/**
 * Returns the captured amount; null if it is unclear. Value fields exist for value-based vouchers
 * only, so for items their absence means the requested number.
 */
function capturedMagnitude(capturedAmount: RedeemAnswer['capturedAmount'], order: RedeemOrder): number | null {
  if (capturedAmount === 'odd') return null;
  if (isItems(order.worth) && !capturedAmount) return order.worth.items;
  return capturedAmount === 0 ? null : capturedAmount;
}

/**
 * Returns the refusal in an answer of the merchant API, or null if it does not prove one. The same
 * rule applies to every POST that changes something: redeem, refund, activate, deactivate.
 */
export function refusalOf(status: number, body: unknown, ref: string): Refusal | null {
  const messages = failedMessages(body) ?? [];
  if (messages.some(({ code }) => isUncertain(code))) return null;
  const recognized = messages.find(({ code }) => reasonOf(code) !== null);
  if (status === OK) return recognized === undefined ? null : refusalFrom(recognized, ref);
  const message = recognized ?? messages[0];
  return REFUSING_STATUSES.has(status) && message !== undefined ? refusalFrom(message, ref) : null;
}

/** Builds a refusal from our reason and the issuer's text, with the ref removed. */
export function refusalFrom({ code, text }: CodedMessage, ref: string): Refusal {
  return {
    reason: reasonOf(code) ?? 'issuer-declined',
    issuerCode: code,
    issuerText: text === null ? null : withoutRef(text, ref),
  };
}

/** True for statuses that make a v3 error with a code a refusal. */
export function isRefusing(status: number): boolean {
  return REFUSING_STATUSES.has(status);
}

export function is2xx({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** Describes an answer without quoting its parsed body, except for the codes of its messages. */
export function describe({ status }: Answer, body: unknown): string {
  const codes = (failedMessages(body) ?? []).map(({ code }) => code).slice(0, 3);
  return codes.length === 0 ? `HTTP ${status}` : `HTTP ${status} ${codes.join(' ')}`;
}
