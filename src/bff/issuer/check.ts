import { LIMITS } from '../../contract/access/limits.ts';
import type { RefusalReason } from '../../contract/voucher/refusal.ts';
import type { VoucherStatus } from '../../contract/voucher/voucher.ts';
import type { Clock } from '../platform/base/ports.ts';
import { waitAtMost } from '../platform/base/wait-at-most.ts';
import { checkBoth } from './check-both.ts';
import { describe, refusalOf } from './classify.ts';
import type { ClientApi } from './client-api.ts';
import type { IssuerConfig } from './config.ts';
import type { Reply } from './exchange.ts';
import { type Host, pathSegment } from './host.ts';
import { STATUS_TIMEOUT_MS } from './limits.ts';
import { type BothAnswers, mergeChecks } from './merge-checks.ts';
import { isOtherRef, OTHER_ANSWER } from './mismatch.ts';
import type { IssuerReply, VoucherState } from './port.ts';
import type { ProductFlags } from './product-flags.ts';
import { isInvalid } from './refusals.ts';
import { legacyCheckBody, merchantState, readLegacyCheck, readMerchantCheck, stateOfRefusal } from './wire/checks.ts';
import { parseJson } from './wire/json.ts';

const STATUS_OF_FINAL_REFUSAL: Partial<Record<RefusalReason, VoucherStatus>> = {
  expired: 'expired',
  void: 'void',
  used: 'used',
};

/** Input that a gateway with double decoding would treat as a path to another resource. */
const PARENT_PATH = /\.\.|[/\\]/;

export interface CheckOptions {
  readonly config: IssuerConfig;
  readonly merchant: Host;
  readonly merchantHeaders: Record<string, string>;
  readonly clientApi: ClientApi | null;
  readonly productFlags: (code: string) => Promise<ProductFlags>;
  readonly clock: Clock;
}

/**
 * Creates the check of a voucher by its displayed ref, through the configured interface or both.
 * Including repeats and fetching a token, it respects the time limit of one question.
 */
export function createCheckByRef(options: CheckOptions): (ref: string) => Promise<IssuerReply<VoucherState>> {
  const { config, merchant, merchantHeaders, clientApi, productFlags, clock } = options;
  const productClass = encodeURIComponent(config.productClass);
  const merge = (answers: BothAnswers) => mergeChecks(answers, config);

  /** POST /v2/catalogs/{product_class}/vouchers/actions/check. */
  async function legacyCheck(ref: string, { signal, ...limit }: Limit = {}): Promise<IssuerReply<VoucherState>> {
    if (clientApi === null) return { outcome: 'not-configured' };
    const path = `/v2/catalogs/${productClass}/vouchers/actions/check`;
    const reply = await clientApi.askV2({ name: 'legacy check', path, body: legacyCheckBody(ref), ...limit }, signal);
    const body = bodyOf(reply);
    const state = isOk(reply) ? readLegacyCheck(body, ref, config) : null;
    if (state === 'absent') return { outcome: 'absent' };
    if (state === 'other') {
      clientApi.distrust();
      return OTHER_ANSWER;
    }
    return state === null ? withoutState(reply, body, ref, 'legacy') : { outcome: 'found', value: state };
  }

  /** GET /v1/vouchers/{product_class}-{ref}. */
  async function merchantCheckOnce(ref: string, signal?: AbortSignal): Promise<IssuerReply<VoucherState>> {
    const segment = PARENT_PATH.test(ref) ? null : pathSegment(`${config.productClass}-${ref}`);
    if (segment === null) return { outcome: 'unclear', reason: 'this ref cannot be used in an address' };
    const call = {
      name: 'merchant check',
      method: 'GET',
      path: `/v1/vouchers/${segment}`,
      headers: merchantHeaders,
    } as const;
    const reply = await merchant.ask(call, signal);
    const body = bodyOf(reply);
    const found = isOk(reply) ? readMerchantCheck(body) : null;
    if (found === null) return withoutState(reply, body, ref, 'merchant');
    if (isOtherRef(found.ref, ref) || isOtherRef(found.voucher_ref, ref)) {
      merchant.distrust();
      return OTHER_ANSWER;
    }
    const flags = await productFlags(found.product_code ?? '');
    return {
      outcome: 'found',
      value: merchantState(found, ref, { timeZone: config.timeZone, flags, now: clock.now() }),
    };
  }

  /**
   * Published rule: "if not succeeded, retry once". A state in a refusal is an answer.
   */
  async function merchantCheck(ref: string, signal: AbortSignal): Promise<IssuerReply<VoucherState>> {
    const first = await merchantCheckOnce(ref, signal);
    const isOver = first.outcome === 'found' || merchant.pauseMs() > 0 || signal.aborted;
    return isOver ? first : merchantCheckOnce(ref, signal);
  }

  /**
   * If the merchant's check leaves the state open, v2 can state it, provided this shop can use v2.
   */
  async function merchantThenLegacy(ref: string, signal: AbortSignal): Promise<IssuerReply<VoucherState>> {
    const reply = await merchantCheck(ref, signal);
    if (reply.outcome !== 'found' || !isDoubtful(reply.value, clock.now())) return reply;
    return merge({ legacy: await legacyCheck(ref, { timeoutMs: STATUS_TIMEOUT_MS, signal }), merchant: reply });
  }

  function check(ref: string, signal: AbortSignal): Promise<IssuerReply<VoucherState>> {
    switch (config.checkSource) {
      case 'legacy':
        return legacyCheck(ref, { signal });
      case 'merchant':
        return merchantThenLegacy(ref, signal);
      case 'both':
        return checkBoth({
          legacy: (enough) => legacyCheck(ref, { signal: enough }),
          merchant: (enough) => merchantCheck(ref, enough),
          merge,
          clock,
        });
      default:
        return config.checkSource satisfies never;
    }
  }

  return async (ref) => {
    const over = new AbortController();
    const reply = await waitAtMost(clock, LIMITS.upstreamReadMs, check(ref, over.signal));
    if (reply !== null) return reply;
    over.abort(TOO_LATE);
    return { outcome: 'unclear', reason: 'timed out' };
  };
}

/** Shared, because creating an error takes longer than the rest of a check. */
const TOO_LATE = new Error('no longer needed');

interface Limit {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

function bodyOf(reply: Reply): unknown {
  return reply.kind === 'answer' ? parseJson(reply.text) : undefined;
}

/**
 * True for ambiguous states: an empty voucher may be used or not yet active, "invalid" has many
 * causes, and an expiry date may be over in one time zone only.
 */
function isDoubtful({ status, expiresAt }: VoucherState, now: number): boolean {
  return status === 'unknown' || (status === 'active' && expiresAt !== null && expiresAt < now);
}

function isOk(reply: Reply): reply is Extract<Reply, { kind: 'answer' }> {
  return reply.kind === 'answer' && reply.status === 200;
}

/**
 * Reads a check without a state: a refusal may name the state, or say that the voucher does not
 * exist.
 */
function withoutState(
  reply: Reply,
  body: unknown,
  ref: string,
  source: VoucherState['source'],
): IssuerReply<VoucherState> {
  if (reply.kind === 'silence') return { outcome: 'unclear', reason: reply.reason };
  const refusal = refusalOf(reply.status, body, ref);
  if (refusal?.reason === 'not-found') return { outcome: 'absent' };
  const status =
    refusal === null
      ? undefined
      : isInvalid(refusal.issuerCode ?? '')
        ? 'unknown'
        : STATUS_OF_FINAL_REFUSAL[refusal.reason];
  if (refusal === null || status === undefined) return { outcome: 'unclear', reason: describe(reply, body) };
  return { outcome: 'found', value: stateOfRefusal(ref, status, refusal.issuerCode, source) };
}
