import type { Finding } from '../../../bff/app/feature-hooks.ts';
import { createHttpIssuer, type HttpIssuer } from '../../../bff/issuer/http.ts';
import { createPauses } from '../../../bff/issuer/pause.ts';
import { describeError, type Logger } from '../../../bff/platform/base/logging.ts';
import { systemClock } from '../../../bff/platform/base/ports.ts';
import type { Config, IssuerAddress } from '../../../bff/platform/config/config.ts';
import { CHECK_ISSUER_CLOCK_OFFSET_MAX_MS, CURRENCY_SEEN_MS } from './limits.ts';

/** The doctor's result for one API of the issuer. */
export interface IssuerCheckResult extends Finding {
  readonly subject: 'issuer' | 'client API';
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
  const subject = 'issuer';
  const why = await searchFault(issuer);
  if (why === null) return { ok: true, subject, message: 'responds to a search with these credentials' };
  return {
    ok: false,
    subject,
    message:
      `does not respond to a search (${why}): check MERCHANT_BASE_URL, MERCHANT_CLIENT_ID and ` +
      'MERCHANT_CLIENT_SECRET',
  };
}

/** Searches the last minute. @returns why there is no answer; null if there is one */
export async function searchFault(issuer: HttpIssuer): Promise<string | null> {
  const to = systemClock.now();
  const reply = await issuer.searchPage({ from: to - MINUTE_MS, to }, 0);
  if (reply.outcome === 'found') return null;
  return reply.outcome === 'unclear' ? reply.reason : reply.outcome;
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
  return withIssuer(config, config.remote, (issuer) =>
    Promise.all([checkMerchantApi(issuer), checkClientApi(issuer, config)]),
  );
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

/**
 * Checks the issuer as the doctor reports it: its APIs, its clock, and each check that a ref is
 * sent to. It moves no money.
 */
export async function diagnoseIssuer(config: Config, address: IssuerAddress): Promise<Finding[]> {
  const [apis, found] = await Promise.all([
    withIssuer(config, address, async (issuer) => [
      await checkMerchantApi(issuer),
      checkClock(issuer),
      ...(await checkCurrency(issuer, config.terms.currency)),
      await checkClientApi(issuer, config),
    ]),
    checks(config, address),
  ]);
  return [...apis, ...found];
}

export async function withIssuer<T>(
  { terms }: Pick<Config, 'terms'>,
  address: IssuerAddress,
  use: (issuer: HttpIssuer) => Promise<T>,
): Promise<T> {
  const issuer = createHttpIssuer({
    config: { ...terms, ...address },
    clock: systemClock,
    pauses: createPauses(systemClock)(''),
  });
  try {
    return await use(issuer);
  } finally {
    await issuer.close();
  }
}

/** Compares `CURRENCY` with the latest transactions. Empty if they agree, or if there are none. */
async function checkCurrency(issuer: HttpIssuer, currency: string): Promise<Finding[]> {
  const to = systemClock.now();
  const reply = await issuer.searchPage({ from: to - CURRENCY_SEEN_MS, to }, 0);
  const rows = reply.outcome === 'found' ? reply.value : [];
  const seen = [...new Set(rows.map((row) => row.currency).filter((code) => code !== ''))];
  if (seen.length === 0 || seen.includes(currency)) return [];
  const message = `CURRENCY is ${currency}, but the latest transactions are in ${seen.join(', ')}: correct the setting`;
  return [{ ok: false, subject: 'settings', message }];
}

function checkClock(issuer: HttpIssuer): Finding {
  const offset = issuer.clockOffset();
  const subject = 'clock';
  if (!offset)
    return { ok: false, subject, message: 'cannot be compared, because no response of the issuer had a date' };
  const seconds = Math.round(offset.offsetMs / 1000);
  if (Math.abs(offset.offsetMs) <= CHECK_ISSUER_CLOCK_OFFSET_MAX_MS)
    return { ok: true, subject, message: `within ${Math.abs(seconds)} s of the issuer's` };
  return {
    ok: false,
    subject,
    message:
      `${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} the issuer's: synchronise this ` +
      "machine's clock with NTP",
  };
}

type CheckSource = Exclude<Config['terms']['checkSource'], 'both'>;

const CHECKS: Readonly<
  Record<CheckSource, { readonly name: string; readonly lacks: string; readonly settings: string }>
> = {
  legacy: {
    name: 'v2',
    lacks: 'vouchers that are not activated look used',
    settings: 'CLIENT_ID and its secret, or set CHECK_SOURCE=merchant if there is no v2',
  },
  merchant: {
    name: 'v1',
    lacks: 'the products of vouchers are unknown',
    settings: 'MERCHANT_CLIENT_ID and its secret, or set CHECK_SOURCE=legacy if the issuer lacks this check',
  },
};

/** Tests each check that a ref is sent to. The failure of one of two shows only at the till. */
function checks(config: Config, address: IssuerAddress): Promise<Finding[]> {
  const { checkSource } = config.terms;
  const sources: readonly CheckSource[] = checkSource === 'both' ? ['legacy', 'merchant'] : [checkSource];
  return Promise.all(sources.map((source) => check(config, address, source)));
}

/** Describes what the number of v2 counts, if v2 is the only check. */
function kindOf({ terms }: Config, source: CheckSource): string {
  if (source !== 'legacy' || terms.checkSource !== 'legacy') return '';
  if (terms.legacyCheckKind !== null) return `; its number counts ${terms.legacyCheckKind} (LEGACY_CHECK_KIND)`;
  return (
    '; its number has no unit, so no balance is shown: set LEGACY_CHECK_KIND to money or items if this shop ' +
    'accepts only one of them'
  );
}

async function check(config: Config, address: IssuerAddress, checkSource: CheckSource): Promise<Finding> {
  const alone = { terms: { ...config.terms, checkSource } };
  const reply = await withIssuer(alone, address, (issuer) => issuer.checkByRef(NO_VOUCHER));
  const subject = 'check';
  const { name, lacks, settings } = CHECKS[checkSource];
  if (reply.outcome === 'found' || reply.outcome === 'absent')
    return { ok: true, subject, message: `${name} responds${kindOf(config, checkSource)}` };
  if (reply.outcome === 'not-configured') return { ok: true, subject, message: `${name} is not configured: ${lacks}` };
  return { ok: false, subject, message: `${name} does not respond (${reply.reason}), so ${lacks}: check ${settings}` };
}
