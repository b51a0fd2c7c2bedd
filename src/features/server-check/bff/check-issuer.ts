import type { Finding } from '../../../bff/app/feature-hooks.ts';
import { createHttpIssuer, type HttpIssuer } from '../../../bff/issuer/http.ts';
import { createPauses } from '../../../bff/issuer/pause.ts';
import { describeError, type Logger } from '../../../bff/platform/base/logging.ts';
import { systemClock } from '../../../bff/platform/base/ports.ts';
import type { Config, IssuerAddress } from '../../../bff/platform/config/config.ts';
import { compareWithRows } from './check-rows.ts';
import { clockFinding, type IsSynchronised, readIsSynchronised } from './clock-finding.ts';

/** The doctor's result for one API of the issuer. */
export interface IssuerCheckResult extends Finding {
  readonly subject: 'issuer' | 'client API';
}

/** The settings of an API, as a message names them. */
interface ApiSettings {
  readonly address: string;
  readonly credentials: string;
}

const MERCHANT_SETTINGS: ApiSettings = {
  address: 'MERCHANT_BASE_URL',
  credentials: 'MERCHANT_CLIENT_ID and MERCHANT_CLIENT_SECRET',
};
const CLIENT_SETTINGS: ApiSettings = {
  address: 'CLIENT_BASE_URL and CLIENT_TOKEN_URL',
  credentials: 'CLIENT_TOKEN, or CLIENT_ID and CLIENT_SECRET',
};

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
    message: `does not respond to a search (${why}): ${whatToCheck(why, MERCHANT_SETTINGS)}`,
  };
}

/** Searches the last minute. @returns why there is no answer; null if there is one */
export async function searchFault(issuer: HttpIssuer): Promise<string | null> {
  const to = systemClock.now();
  const reply = await issuer.searchPage({ from: to - MINUTE_MS, to }, 0);
  if (reply.outcome === 'found') return null;
  return reply.outcome === 'unclear' ? reply.reason : reply.outcome;
}

/** Names the settings that can have caused this reason. */
function whatToCheck(reason: string, { address, credentials }: ApiSettings): string {
  if (isRejected(reason)) return `check ${credentials}`;
  if (/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/.test(reason))
    return `check this machine's clock, then the certificate of ${address}`;
  if (isUnreachable(reason)) return `check ${address}, and the network`;
  if (reason.startsWith('HTTP 404')) return `check ${address}`;
  return `check ${address}, and ${credentials}`;
}

const isRejected = (reason: string) => /\bHTTP 40[13]\b/.test(reason);
const isUnreachable = (reason: string) => /^E[A-Z_]+$|^CERT_|^ERR_TLS/.test(reason);

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
    message: `does not respond (${reply.reason}): ${whatToCheck(reply.reason, CLIENT_SETTINGS)}`,
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
export async function diagnoseIssuer(
  config: Config,
  address: IssuerAddress,
  isSynchronised: IsSynchronised = readIsSynchronised,
): Promise<Finding[]> {
  const apis = withIssuer(config, address, async (issuer) => ({
    merchant: await checkMerchantApi(issuer),
    clock: await clockFinding(issuer.clockOffset(), isSynchronised),
    rows: await checkRows(issuer, config),
    client: await checkClientApi(issuer, config),
  }));
  const found = checks(config, address, apis);
  const { merchant, clock, rows, client } = await apis;
  return [merchant, clock, ...rows, client, ...(await found)];
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

/** Compares the settings of the first shop with its latest transactions. */
async function checkRows(issuer: HttpIssuer, { terms, remote }: Config): Promise<Finding[]> {
  const mid = remote?.mid ?? null;
  const found = await compareWithRows(
    issuer,
    {
      mid: mid === null ? null : { name: 'MERCHANT_MID', value: mid },
      currency: { name: 'CURRENCY', value: terms.currency },
      productClass: { name: 'PRODUCT_CLASS', value: terms.productClass },
    },
    systemClock.now(),
  );
  return found.map(({ mayBeRight, message }) =>
    mayBeRight ? { ok: true, isNote: true, subject: 'settings', message } : { ok: false, subject: 'settings', message },
  );
}

type CheckSource = Exclude<Config['terms']['checkSource'], 'both'>;
interface Apis {
  readonly merchant: Finding;
  readonly client: Finding;
}

const CHECKS: Readonly<
  Record<
    CheckSource,
    { readonly name: string; readonly lacks: string; readonly api: ApiSettings; readonly without: string }
  >
> = {
  legacy: {
    name: 'v2',
    lacks: 'vouchers that are not activated look used',
    api: { address: 'CLIENT_BASE_URL', credentials: 'CLIENT_ID and its secret' },
    without: 'set CHECK_SOURCE=merchant if there is no v2',
  },
  merchant: {
    name: 'v1',
    lacks: 'the products of vouchers are unknown',
    api: MERCHANT_SETTINGS,
    without: 'set CHECK_SOURCE=legacy if the issuer lacks this check',
  },
};

/** Tests each check that a ref is sent to. The failure of one of two shows only at the till. */
function checks(config: Config, address: IssuerAddress, apis: Promise<Apis>): Promise<Finding[]> {
  const { checkSource } = config.terms;
  const sources: readonly CheckSource[] = checkSource === 'both' ? ['legacy', 'merchant'] : [checkSource];
  return Promise.all(sources.map((source) => check(config, address, source, apis)));
}

/** Describes what the number of v2 counts, if v2 is the only check. */
function kindOf({ terms }: Config, source: CheckSource): string {
  if (source !== 'legacy' || terms.checkSource !== 'legacy') return '';
  if (terms.legacyCheckKind !== null) return `; balances are read as ${terms.legacyCheckKind} (LEGACY_CHECK_KIND)`;
  return (
    '; its balances have no unit, so none is shown: set LEGACY_CHECK_KIND to money or items if this shop accepts ' +
    'only one of them'
  );
}

async function check(
  config: Config,
  address: IssuerAddress,
  checkSource: CheckSource,
  apis: Promise<Apis>,
): Promise<Finding> {
  const alone = { terms: { ...config.terms, checkSource } };
  const reply = await withIssuer(alone, address, (issuer) => issuer.checkByRef(NO_VOUCHER));
  const subject = 'check';
  const { name, lacks } = CHECKS[checkSource];
  if (reply.outcome === 'found' || reply.outcome === 'absent')
    return { ok: true, subject, message: `${name} responds${kindOf(config, checkSource)}` };
  if (reply.outcome === 'not-configured') return { ok: true, subject, message: `${name} is not configured: ${lacks}` };
  const nextStep = stepOfCheck(reply.reason, checkSource, await apis);
  return { ok: false, subject, message: `${name} does not respond (${reply.reason}), so ${lacks}: ${nextStep}` };
}

/**
 * The address and the credentials are right if another call with them is answered. Only the path
 * of a check has the product class.
 */
function stepOfCheck(reason: string, source: CheckSource, { merchant, client }: Apis): string {
  const { api, without } = CHECKS[source];
  if (source === 'merchant' && merchant.ok) return `check PRODUCT_CLASS, or ${without}`;
  if (source === 'legacy' && client.ok && !isUnreachable(reason))
    return isRejected(reason)
      ? `check ${api.credentials}, and PRODUCT_CLASS`
      : `check ${api.address} and PRODUCT_CLASS, or ${without}`;
  return whatToCheck(reason, api);
}
