import { describe, is2xx, refusalOf } from './classify.ts';
import type { IssuerConfig } from './config.ts';
import type { Reply } from './exchange.ts';
import type { Host } from './host.ts';
import { isOtherShop, OTHER_SHOP, roundedId } from './mismatch.ts';
import type { ChangeResult } from './port.ts';
import { parseJson } from './wire/json.ts';
import { type OperationAnswer, readOperation } from './wire/operations.ts';

/** One POST to the merchant API that changes something. */
export interface MerchantOperation<T> {
  /** For logs. */
  readonly name: string;
  readonly path: string;
  readonly body: string;
  /** The voucher whose state may change; null for any voucher. */
  readonly ref: string | null;
  /** Returns why an answer belongs to another request; null if it does not. */
  readonly mismatch: (answer: OperationAnswer) => string | null;
  /** Reads a success; null if it is incomplete. */
  readonly read: (answer: OperationAnswer) => T | null;
}

export type Operate = <T>(operation: MerchantOperation<T>, onFirstByte?: () => void) => Promise<ChangeResult<T>>;

export interface OperateOptions {
  readonly config: Pick<IssuerConfig, 'mid'>;
  readonly merchant: Pick<Host, 'sendOnce'>;
  readonly merchantHeaders: Record<string, string>;
  /** Called when the state of this voucher may have changed; null for any voucher. */
  readonly changed: (ref: string | null) => void;
}

/** Creates the function that sends operations, each once. */
export function createOperate({ config, merchant, merchantHeaders, changed }: OperateOptions): Operate {
  return async (operation, onFirstByte) => {
    const { name, path, body, ref } = operation;
    try {
      const call = { name, path, body, method: 'POST', headers: merchantHeaders } as const;
      return classifyOperation(await merchant.sendOnce(call, onFirstByte), operation, config.mid);
    } finally {
      changed(ref);
    }
  };
}

/**
 * As `classifyRedeem`: done or refused only on the issuer's explicit answer, not sent only if no
 * byte left, else unknown.
 */
function classifyOperation<T>(
  reply: Reply,
  { ref, mismatch, read }: MerchantOperation<T>,
  mid: string | null,
): ChangeResult<T> {
  if (reply.kind === 'silence') return { outcome: reply.sent ? 'unknown' : 'not-sent', reason: reply.reason };
  const body = parseJson(reply.text);
  const refusal = refusalOf(reply.status, body, ref ?? '');
  if (refusal !== null) return { outcome: 'declined', refusal };
  const answer = is2xx(reply) ? readOperation(body) : null;
  const isOther = answer !== null && isOtherShop(answer.mid, mid);
  const why = isOther ? OTHER_SHOP : answer && (mismatch(answer) ?? roundedId(reply.text, 'refund_id'));
  if (why !== null) return { outcome: 'unknown', reason: why, isMismatch: true };
  const value = answer === null ? null : read(answer);
  return value === null ? { outcome: 'unknown', reason: describe(reply, body) } : { outcome: 'succeeded', value };
}
