import type { Clock } from '../platform/base/ports.ts';
import { createCheckByRef } from './check.ts';
import { classifyRedeem } from './classify.ts';
import { createClientApi } from './client-api.ts';
import { createCoalescer } from './coalesce.ts';
import type { IssuerConfig } from './config.ts';
import type { IssuerConnection } from './feature-calls.ts';
import { type CallLog, createHost, pathSegment } from './host.ts';
import { COALESCE_MS, HTTP_PRODUCT_TIMEOUT_MS } from './limits.ts';
import { isOtherRef } from './mismatch.ts';
import { createOperate } from './operate.ts';
import type { AccountPauses } from './pause.ts';
import type { Issuer, VoucherState } from './port.ts';
import { createProductFlags } from './product-flags.ts';
import { createRefund } from './refunds.ts';
import { createSearch } from './search.ts';
import { readVoucher } from './wire/client-voucher.ts';
import { readProduct } from './wire/product.ts';
import { redeemBody } from './wire/redeem.ts';

export interface HttpIssuerOptions {
  readonly config: IssuerConfig;
  readonly clock: Clock;
  /** The pauses of the shop's account, shared by its shops. */
  readonly pauses: AccountPauses;
  readonly log?: CallLog | undefined;
}

export interface HttpIssuer extends Issuer {
  readonly connection: IssuerConnection;
  /** Uses this pair for the merchant API from the next request on. */
  useCredentials(pair: { readonly clientId: string; readonly clientSecret: string }): void;
  /** Compares answers with this mid from now on. */
  useMid(mid: string | null): void;
  close(): Promise<void>;
}

/**
 * Creates the issuer over HTTP: the merchant API v1 and, if configured, the client API v3 and v2.
 */
export function createHttpIssuer({ config: given, clock, pauses, log }: HttpIssuerOptions): HttpIssuer {
  const config = { ...given };
  const timeoutMs = config.upstreamTimeoutMs;
  const merchant = createHost({ baseUrl: config.merchantBaseUrl, clock, timeoutMs, pauses, log });
  const merchantHeaders = { 'x-client-id': config.merchantClientId, 'x-client-secret': config.merchantClientSecret };
  const clientApi =
    config.client === null ? null : createClientApi({ client: config.client, clock, timeoutMs, pauses, log });
  const checks = createCoalescer<VoucherState>({ windowMs: COALESCE_MS, clock });
  const operate = createOperate({ config, merchant, merchantHeaders, changed: (ref) => checks.forget(ref) });

  const productFlags = createProductFlags({ lookUp: findProduct, clock });
  const checkByRef = createCheckByRef({ config, merchant, merchantHeaders, clientApi, productFlags, clock });

  async function findProduct(code: string) {
    const segment = pathSegment(code);
    if (segment === null || clientApi === null) return { outcome: 'not-configured' } as const;
    return clientApi.askV3(
      { name: 'product', path: `/v3/products/${segment}`, timeoutMs: HTTP_PRODUCT_TIMEOUT_MS },
      { read: readProduct, isOther: (product) => isOtherRef(product.code, code) },
    );
  }

  return {
    connection: { config, operate, clientApi },
    checkByRef: (ref, signal) => checks.share(ref, () => checkByRef(ref), signal),
    async checkByVoucherId(voucherId, signal) {
      const segment = pathSegment(voucherId);
      if (segment === null) return { outcome: 'absent' };
      if (clientApi === null) return { outcome: 'not-configured' };
      const call = { name: 'voucher', path: `/v3/vouchers/${segment}` };
      const reply = await clientApi.askV3(
        call,
        {
          read: (body) => readVoucher(body, config.timeZone),
          isOther: (voucher) => isOtherRef(voucher.voucherId, voucherId),
        },
        signal,
      );
      return reply.outcome === 'found' ? { ...reply, value: stateOf(reply.value) } : reply;
    },
    async redeem(order, onFirstByte) {
      /* Without the voucher in the answer, an answer to another request could not be recognized. */
      const path = '/v1/transactions?return_vouchers_info=true';
      const body = redeemBody(order, config);
      const reply = await merchant.sendOnce(
        { name: 'redeem', method: 'POST', path, headers: merchantHeaders, body },
        onFirstByte,
      );
      checks.forget(order.ref);
      return classifyRedeem(reply, order, config.mid);
    },
    refund: createRefund(operate, config.productClass),
    searchPage: createSearch({ merchant, merchantHeaders }),
    clockOffset: () => merchant.clockOffset() ?? clientApi?.clockOffset() ?? null,
    pauseMs: merchant.pauseMs,
    useCredentials({ clientId, clientSecret }) {
      Object.assign(merchantHeaders, { 'x-client-id': clientId, 'x-client-secret': clientSecret });
    },
    useMid(mid) {
      config.mid = mid;
    },
    async close() {
      await Promise.all([merchant.close(), clientApi?.close()]);
    },
  };
}

/** Returns the state of a voucher without the data meant only for its holder. */
function stateOf(voucher: VoucherState): VoucherState {
  const { ref, status, rawStatus, remaining, holds, unit, expiresAt, product, singleUse, source, sources } = voucher;
  return { ref, status, rawStatus, remaining, holds, unit, expiresAt, product, singleUse, source, sources };
}
