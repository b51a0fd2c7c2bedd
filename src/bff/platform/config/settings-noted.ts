import type { TrailDetails } from '../../../contract/platform/audit.ts';
import type { Config } from './config.ts';

/** Returns the settings that affect money or access, by environment name; none is a secret. */
export function describeChangedSettings(config: Config): TrailDetails {
  const { service, terms, settleWindowMs, safeSecondAttempt, refundScope, sessionIdleMs } = config;
  return {
    VOUCHER_SERVICE: service,
    CURRENCY: terms.currency,
    PRODUCT_CLASS: terms.productClass,
    TIME_ZONE: terms.timeZone,
    CHECK_SOURCE: terms.checkSource,
    LEGACY_CHECK_KIND: terms.legacyCheckKind ?? 'unset',
    SETTLE_WINDOW_MS: settleWindowMs,
    SAFE_SECOND_ATTEMPT: safeSecondAttempt,
    REFUND_SCOPE: refundScope,
    SESSION_IDLE_MS: sessionIdleMs,
  };
}
