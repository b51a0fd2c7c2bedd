import { join } from 'node:path';
import * as z from 'zod';
import { LIMITS } from '../../../contract/access/limits.ts';
import { isCurrency } from '../../../contract/money/money.ts';
import type { IssuerConfig, TokenSource } from '../../issuer/config.ts';
import { KEY_BYTES } from '../base/keys.ts';
import { LOG_LEVELS, type LogLevel } from '../base/logging.ts';
import { withSecretFiles } from './secrets.ts';
import { databaseUrl, integerBetween, isLoopback, oneOf, onOff, origin, serviceUrl, timeZone } from './values.ts';

/** The issuer's address and this shop's credentials there. */
export type IssuerAddress = Pick<
  IssuerConfig,
  'merchantBaseUrl' | 'merchantClientId' | 'merchantClientSecret' | 'mid' | 'client'
>;
export type IssuerTerms = Omit<IssuerConfig, keyof IssuerAddress>;

const HOUR_MS = 60 * 60_000;

/** All settings, validated. Created once at start by {@link readConfig}. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** Null: no limit, because all connections come from a proxy or from this machine. */
  readonly connectionsPerAddress: number | null;
  /** Null: any host that the browser requests. */
  readonly publicOrigin: string | null;
  readonly dataDir: string;
  /** PostgreSQL, with its password; null: SQLite in the data folder. */
  readonly databaseUrl: string | null;
  /** True to refuse a database whose commits wait for no standby. */
  readonly requireSyncStandby: boolean;
  readonly service: 'sandbox' | 'remote';
  /** Null with the embedded sandbox, which has its own. */
  readonly remote: IssuerAddress | null;
  readonly terms: IssuerTerms;
  readonly settleWindowMs: number;
  readonly safeSecondAttempt: boolean;
  /** True to redeem vouchers without reading them first: a lost answer cannot be resolved then. */
  readonly redeemUnseen: boolean;
  /** First part of a refund's address until an answer of the issuer contains it. */
  readonly refundScope: string;
  /** How often to search for unmatched captures. */
  readonly sweepEveryMs: number;
  readonly searchesPerSecond: number;
  /** How many days to store rows of our own shop from the issuer's search. */
  readonly historyDays: number;
  /** True if printers may be on this machine, for training. */
  readonly printersOnLoopback: boolean;
  /** The embedded service’s; `transactions` are those of the last 31 days in a new one. */
  readonly sandbox: { readonly shops: number; readonly accounts: number; readonly transactions: number };
  /** Null: created at random and printed. */
  readonly setupCode: string | null;
  /** Null: stored in the data folder. */
  readonly dataKey: Buffer | null;
  readonly sessionIdleMs: number;
  /** Backups that the server makes automatically; null for none. */
  readonly backups: {
    readonly to: string;
    readonly everyMs: number;
    readonly keep: number;
    /** True to store the data key of the data folder with each. */
    readonly withKey: boolean;
  } | null;
  /** True if webhooks may be in private networks, and use plain HTTP there. */
  readonly webhooksPrivate: boolean;
  /** Token for reading the metrics from elsewhere; null: only from this machine. */
  readonly metricsToken: string | null;
  readonly logLevel: LogLevel;
}

/** The faults of the settings: one line each, first the setting's name, and never a value. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The settings are incomplete or invalid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** Settings that may be in a file instead, named `…_FILE`, or be provided by systemd. */
const SECRETS = [
  'MERCHANT_CLIENT_SECRET',
  'CLIENT_SECRET',
  'CLIENT_TOKEN',
  'SETUP_CODE',
  'DATA_KEY',
  'DATABASE_URL',
  'METRICS_TOKEN',
] as const;

const text = z.string().max(4096, 'is too long');
const credential = text.regex(/^[\x20-\x7e]*$/, 'contains a character that is not allowed in a header');
const formed = (form: RegExp, fault: string) => z.string().regex(form, fault);
const settings = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: integerBetween(0, 65_535).default(8787),
  TLS_CERT_FILE: text.optional(),
  TLS_KEY_FILE: text.optional(),
  PUBLIC_ORIGIN: origin.optional(),
  CONNECTIONS_PER_ADDRESS: integerBetween(8, 100_000).optional(),
  PLAIN_HTTP: onOff.default(false),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  REQUIRE_SYNC_STANDBY: onOff.default(false),
  VOUCHER_SERVICE: oneOf('sandbox', 'remote').default('sandbox'),
  MERCHANT_BASE_URL: serviceUrl('/v1').optional(),
  MERCHANT_CLIENT_ID: credential.optional(),
  MERCHANT_CLIENT_SECRET: credential.optional(),
  MERCHANT_MID: text.optional(),
  CLIENT_BASE_URL: serviceUrl('/v2', '/v3').optional(),
  CLIENT_TOKEN: credential.optional(),
  CLIENT_TOKEN_URL: serviceUrl().optional(),
  CLIENT_ID: credential.optional(),
  CLIENT_SECRET: credential.optional(),
  CHECK_SOURCE: oneOf('both', 'legacy', 'merchant').default('both'),
  LEGACY_CHECK_UNIT: oneOf('minor', 'major').default('minor'),
  LEGACY_CHECK_KIND: oneOf('money', 'items').optional(),
  PRODUCT_BASED_VALUE: oneOf('none', 'items').default('none'),
  PRODUCT_CLASS: formed(/^[\w.-]{1,64}$/, 'must contain only letters, digits and _ . -').default('ETX_001'),
  CURRENCY: z.string().refine(isCurrency, 'must be a three-letter currency code of ISO 4217').default('SGD'),
  TIME_ZONE: timeZone.default('Asia/Singapore'),
  UPSTREAM_TIMEOUT_MS: integerBetween(100, 120_000).default(30_000),
  SETTLE_WINDOW_MS: integerBetween(0, 3_600_000).default(210_000),
  SAFE_SECOND_ATTEMPT: onOff.optional(),
  REDEEM_UNSEEN: onOff.default(false),
  REFUND_SCOPE: formed(/^[A-Za-z0-9]{1,16}$/, 'must contain only letters and digits').default('edr'),
  SANDBOX_SHOPS: integerBetween(2, 1_000).default(2),
  SANDBOX_ACCOUNTS: integerBetween(1, 100).default(1),
  SANDBOX_TRANSACTIONS: integerBetween(0, 1_000_000).default(0),
  SWEEP_EVERY_MS: integerBetween(1_000, LIMITS.sweepEveryMs).default(LIMITS.sweepEveryMs),
  SEARCH_PER_SECOND: integerBetween(1, 10_000).default(50),
  HISTORY_DAYS: integerBetween(31, 3_650).default(400),
  PRINTERS_ON_LOOPBACK: onOff.default(false),
  SETUP_CODE: formed(/^(?:[^A-Za-z0-9]*[A-Za-z0-9]){4}/, 'must have at least four letters or digits')
    .max(LIMITS.setupCodeCharsMax, 'is too long')
    .optional(),
  DATA_KEY: z
    .string()
    .transform((value) => Buffer.from(value, 'base64'))
    .refine((key) => key.length === KEY_BYTES, `must be ${KEY_BYTES} bytes in base64`)
    .optional(),
  SESSION_IDLE_MS: integerBetween(1_000, LIMITS.sessionAbsoluteMs).default(LIMITS.sessionIdleMs),
  BACKUP_TO: text.optional(),
  BACKUP_EVERY_HOURS: integerBetween(1, 168).default(24),
  BACKUP_KEEP: integerBetween(1, 1_000).default(14),
  BACKUP_KEY: onOff.default(true),
  WEBHOOK_PRIVATE_ADDRESSES: onOff.default(false),
  METRICS_TOKEN: credential.min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: oneOf(...LOG_LEVELS).default('info'),
});
type Settings = z.infer<typeof settings>;
export type SettingName = keyof Settings;

export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape).concat(
  SECRETS.map((name) => `${name}_FILE`),
);

/**
 * Reads the environment once, at start. An empty value counts as missing.
 * @throws ConfigError with every fault found
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { values, faults } = withSecretFiles(env, SECRETS);
  const parsed = settings.safeParse(values);
  if (!parsed.success) throw new ConfigError([...faults, ...parsed.error.issues.map(describeIssue)]);
  /* A secret whose file cannot be read is not missing as well. */
  const isReported = (fault: string) => faults.some((one) => one.startsWith(`${fault.split(' ')[0]}_FILE `));
  const all = [...faults, ...contradictions(parsed.data).filter((fault) => !isReported(fault))];
  if (all.length > 0) throw new ConfigError(all);
  return Object.freeze(configOf(parsed.data));
}

/** Returns the faults of one setting by itself. */
export function faultsOfSetting(name: SettingName, value: string): readonly string[] {
  const { error } = settings.shape[name].safeParse(value);
  return (error?.issues ?? []).map(({ message }) => `${name} ${message}`);
}

/** Folder of the embedded sandbox's ledger, separate from the shop's own journal. */
export function sandboxDirectory({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'sandbox');
}

/** True if digital vouchers can be sold: with a token, which the sandbox always has. */
export function sellsVouchers({ remote }: Pick<Config, 'remote'>): boolean {
  return remote === null || (remote.client !== null && remote.client.token !== null);
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')} ${issue.message}`;
}

/** PINs and cookies would leave this machine unencrypted. */
function isPlain({ HOST, TLS_CERT_FILE, PUBLIC_ORIGIN, PLAIN_HTTP }: Settings): boolean {
  const isEncrypted = TLS_CERT_FILE !== undefined || PUBLIC_ORIGIN?.startsWith('https:') === true;
  return !PLAIN_HTTP && !isLoopback(HOST) && !isEncrypted;
}

/** Browsers connect through a proxy, or are on this machine. */
function isBehindProxy({ HOST, TLS_CERT_FILE, PUBLIC_ORIGIN }: Settings): boolean {
  return isLoopback(HOST) || (TLS_CERT_FILE === undefined && PUBLIC_ORIGIN?.startsWith('https:') === true);
}

/** Rules between settings, each with its fault and a test. @returns the faults */
function contradictions(s: Settings): string[] {
  const remote = s.VOUCHER_SERVICE === 'remote';
  const usesClient = s.CLIENT_TOKEN ?? s.CLIENT_TOKEN_URL ?? s.CLIENT_ID ?? s.CLIENT_SECRET;
  const isBroken: Readonly<Record<string, boolean>> = {
    'DATA_KEY (or …_FILE) is missing: all servers of one database need the same key':
      remote && s.DATABASE_URL !== undefined && !s.DATA_KEY,
    'REQUIRE_SYNC_STANDBY is on without DATABASE_URL: a journal in DATA_DIR has no standby':
      s.REQUIRE_SYNC_STANDBY && !s.DATABASE_URL,
    ['HOST accepts plain HTTP from other machines: set TLS_CERT_FILE and TLS_KEY_FILE, or ' +
      'PUBLIC_ORIGIN=https://… behind a proxy, or PLAIN_HTTP=on in a network that you trust']: remote && isPlain(s),
    ['PUBLIC_ORIGIN is missing: the origin that browsers see, for example https://till.example, because ' +
      'others can reach HOST']: remote && !isLoopback(s.HOST) && s.PUBLIC_ORIGIN === undefined,
    'TLS_CERT_FILE and TLS_KEY_FILE must be set together':
      (s.TLS_CERT_FILE === undefined) !== (s.TLS_KEY_FILE === undefined),
    'MERCHANT_BASE_URL is missing: the address of the merchant API, without /v1': remote && !s.MERCHANT_BASE_URL,
    "MERCHANT_CLIENT_ID is missing: the shop's id at the voucher service": remote && !s.MERCHANT_CLIENT_ID,
    "MERCHANT_CLIENT_SECRET (or …_FILE) is missing: the shop's secret at the voucher service":
      remote && !s.MERCHANT_CLIENT_SECRET,
    'CLIENT_BASE_URL is missing, but other CLIENT_ settings are set':
      remote && usesClient !== undefined && !s.CLIENT_BASE_URL,
    'CLIENT_TOKEN and CLIENT_TOKEN_URL are both set: keep one':
      s.CLIENT_TOKEN !== undefined && s.CLIENT_TOKEN_URL !== undefined,
    'CLIENT_ID is missing: CLIENT_TOKEN_URL needs it': s.CLIENT_TOKEN_URL !== undefined && !s.CLIENT_ID,
    'CLIENT_ID and CLIENT_SECRET (or …_FILE) must be set together':
      (s.CLIENT_ID === undefined) !== (s.CLIENT_SECRET === undefined),
  };
  return Object.keys(isBroken).filter((fault) => isBroken[fault]);
}

function configOf(s: Settings): Config {
  const sandbox = s.VOUCHER_SERVICE === 'sandbox';
  return {
    host: s.HOST,
    port: s.PORT,
    tls: s.TLS_CERT_FILE && s.TLS_KEY_FILE ? { certFile: s.TLS_CERT_FILE, keyFile: s.TLS_KEY_FILE } : null,
    connectionsPerAddress: s.CONNECTIONS_PER_ADDRESS ?? (isBehindProxy(s) ? null : 512),
    publicOrigin: s.PUBLIC_ORIGIN ?? null,
    dataDir: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL ?? null,
    requireSyncStandby: s.REQUIRE_SYNC_STANDBY,
    service: s.VOUCHER_SERVICE,
    remote: sandbox ? null : remoteOf(s),
    terms: {
      checkSource: s.CHECK_SOURCE,
      legacyCheckUnit: s.LEGACY_CHECK_UNIT,
      legacyCheckKind: s.LEGACY_CHECK_KIND ?? null,
      productBasedValue: s.PRODUCT_BASED_VALUE,
      productClass: s.PRODUCT_CLASS,
      currency: s.CURRENCY,
      timeZone: s.TIME_ZONE,
      upstreamTimeoutMs: s.UPSTREAM_TIMEOUT_MS,
    },
    settleWindowMs: s.SETTLE_WINDOW_MS,
    safeSecondAttempt: s.SAFE_SECOND_ATTEMPT ?? sandbox,
    redeemUnseen: s.REDEEM_UNSEEN,
    refundScope: s.REFUND_SCOPE,
    sweepEveryMs: s.SWEEP_EVERY_MS,
    searchesPerSecond: s.SEARCH_PER_SECOND,
    historyDays: s.HISTORY_DAYS,
    printersOnLoopback: s.PRINTERS_ON_LOOPBACK,
    sandbox: { shops: s.SANDBOX_SHOPS, accounts: s.SANDBOX_ACCOUNTS, transactions: s.SANDBOX_TRANSACTIONS },
    setupCode: s.SETUP_CODE ?? null,
    dataKey: s.DATA_KEY ?? null,
    sessionIdleMs: s.SESSION_IDLE_MS,
    backups: s.BACKUP_TO
      ? { to: s.BACKUP_TO, everyMs: s.BACKUP_EVERY_HOURS * HOUR_MS, keep: s.BACKUP_KEEP, withKey: s.BACKUP_KEY }
      : null,
    webhooksPrivate: s.WEBHOOK_PRIVATE_ADDRESSES,
    metricsToken: s.METRICS_TOKEN ?? null,
    logLevel: s.LOG_LEVEL,
  };
}

function remoteOf(s: Settings): IssuerAddress {
  return {
    merchantBaseUrl: s.MERCHANT_BASE_URL ?? '',
    merchantClientId: s.MERCHANT_CLIENT_ID ?? '',
    merchantClientSecret: s.MERCHANT_CLIENT_SECRET ?? '',
    mid: s.MERCHANT_MID ?? null,
    client: s.CLIENT_BASE_URL ? { baseUrl: s.CLIENT_BASE_URL, token: tokenOf(s), pair: pairOf(s) } : null,
  };
}

function pairOf({ CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }: Settings) {
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

function tokenOf(s: Settings): TokenSource | null {
  if (s.CLIENT_TOKEN) return { kind: 'ready', value: s.CLIENT_TOKEN };
  const pair = pairOf(s);
  return s.CLIENT_TOKEN_URL && pair ? { kind: 'fetched', url: s.CLIENT_TOKEN_URL, ...pair } : null;
}
