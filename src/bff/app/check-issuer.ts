import { createHttpIssuer, type HttpIssuer } from '../issuer/http.ts';
import { describeError, type Logger } from '../platform/base/logging.ts';
import { systemClock } from '../platform/base/ports.ts';
import type { Config } from '../platform/config/config.ts';

/** The doctor's result for one API of the issuer. */
export interface IssuerCheckResult {
  readonly ok: boolean;
  readonly subject: 'issuer' | 'client API';
  readonly message: string;
}

const MINUTE_MS = 60_000;
/**
 * No voucher has this id or ref: a request for it tests the connection without affecting a voucher.
 */
export const NO_VOUCHER = '00000000-0000-4000-8000-000000000000';

/**
 * Requests the last minute's transactions, which needs the shop's own credentials and no voucher.
 */
export async function checkMerchantApi(issuer: HttpIssuer): Promise<IssuerCheckResult> {
  const to = systemClock.now();
  const reply = await issuer.searchPage({ from: to - MINUTE_MS, to }, 0);
  const subject = 'issuer';
  if (reply.outcome === 'found') return { ok: true, subject, message: 'responds to a search with these credentials' };
  const why = reply.outcome === 'unclear' ? reply.reason : reply.outcome;
  return {
    ok: false,
    subject,
    message:
      `does not respond to a search (${why}): check MERCHANT_BASE_URL, MERCHANT_CLIENT_ID and ` +
      'MERCHANT_CLIENT_SECRET',
  };
}

/** Looks up a voucher that does not exist. */
export async function checkClientApi(
  issuer: HttpIssuer,
  { remote }: Pick<Config, 'remote'>,
): Promise<IssuerCheckResult> {
  const subject = 'client API';
  if (remote && !remote.client)
    return { ok: true, subject, message: 'not configured, so links cannot be looked up and vouchers cannot be issued' };
  const reply = await issuer.checkByVoucherId(NO_VOUCHER);
  if (reply.outcome === 'found' || reply.outcome === 'absent')
    return { ok: true, subject, message: 'accepts the token' };
  if (reply.outcome === 'not-configured')
    return { ok: true, subject, message: 'has no token, so links cannot be looked up and vouchers cannot be issued' };
  return {
    ok: false,
    subject,
    message:
      `does not respond (${reply.reason}): check CLIENT_BASE_URL, and CLIENT_TOKEN or CLIENT_TOKEN_URL with ` +
      'CLIENT_ID and CLIENT_SECRET',
  };
}

/** Checks both APIs of the issuer with these settings. It moves no money. */
export async function checkIssuer(config: Pick<Config, 'remote' | 'terms'>): Promise<readonly IssuerCheckResult[]> {
  if (config.remote === null) return [];
  const issuer = createHttpIssuer({ config: { ...config.terms, ...config.remote }, clock: systemClock });
  try {
    return await Promise.all([checkMerchantApi(issuer), checkClientApi(issuer, config)]);
  } finally {
    await issuer.close();
  }
}

/**
 * Logs at the start if real vouchers are unreachable with these settings; otherwise the first
 * customer would notice.
 *
 * Never fails.
 */
export async function logIssuerFaults(config: Pick<Config, 'remote' | 'terms'>, log: Logger): Promise<void> {
  try {
    for (const { ok, subject, message } of await checkIssuer(config))
      if (!ok) log.warn({}, `the voucher service (${subject}) ${message}`);
  } catch (error) {
    log.warn(describeError(error), 'the voucher service could not be checked');
  }
}
