import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, sellsVouchers } from './config.ts';

const CANARY = 'CANARY-secret-7c1';
const folder = mkdtempSync(join(tmpdir(), 'tillside-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const REMOTE = {
  VOUCHER_SERVICE: 'remote',
  MERCHANT_BASE_URL: 'https://merchant.example/api/',
  MERCHANT_CLIENT_ID: 'shop-1',
  MERCHANT_CLIENT_SECRET: CANARY,
};

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

it('the default is the embedded sandbox, on this machine only', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8787,
    tls: null,
    publicOrigin: null,
    dataDir: './data',
    databaseUrl: null,
    service: 'sandbox',
    remote: null,
    terms: {
      checkSource: 'both',
      productClass: 'ETX_001',
      currency: 'SGD',
      timeZone: 'Asia/Singapore',
      upstreamTimeoutMs: 30_000,
    },
    settleWindowMs: 210_000,
    safeSecondAttempt: true,
    redeemUnseen: false,
    refundScope: 'edr',
    sweepEveryMs: 300_000,
    searchesPerSecond: 50,
    historyDays: 400,
    setupCode: null,
    logLevel: 'info',
  });
});

it('a real voucher service needs three settings, and gets the safe defaults', () => {
  const config = readConfig(REMOTE);
  expect(config.remote).toEqual({
    merchantBaseUrl: 'https://merchant.example/api',
    merchantClientId: 'shop-1',
    merchantClientSecret: CANARY,
    mid: null,
    client: null,
  });
  expect(config.safeSecondAttempt).toBe(false);
});

it('the client API accepts a fixed token, or credentials to fetch one', () => {
  const client = { ...REMOTE, CLIENT_BASE_URL: 'https://client.example' };
  expect(readConfig({ ...client, CLIENT_TOKEN: 'abc' }).remote?.client).toEqual({
    baseUrl: 'https://client.example',
    token: { kind: 'ready', value: 'abc' },
    pair: null,
  });
  const pair = { clientId: 'c', clientSecret: 's' };
  const fetched = { ...client, CLIENT_TOKEN_URL: 'https://id.example/token', CLIENT_ID: 'c', CLIENT_SECRET: 's' };
  expect(readConfig(fetched).remote?.client).toEqual({
    baseUrl: 'https://client.example',
    token: { kind: 'fetched', url: 'https://id.example/token', ...pair },
    pair,
  });
});

it('a secret can be in a file', () => {
  const file = join(folder, 'secret');
  writeFileSync(file, `${CANARY}\n`);
  const { MERCHANT_CLIENT_SECRET: _, ...rest } = REMOTE;
  expect(readConfig({ ...rest, MERCHANT_CLIENT_SECRET_FILE: file }).remote?.merchantClientSecret).toBe(CANARY);
});

it('PostgreSQL is used if the settings or a file contain its address', () => {
  const file = join(folder, 'database');
  writeFileSync(file, `postgresql://till:${CANARY}@db.example:6432/shop?sslmode=verify-full\n`);
  expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe(
    `postgresql://till:${CANARY}@db.example:6432/shop?sslmode=verify-full`,
  );
  for (const url of [
    'postgres://till@localhost/shop',
    'postgres:///shop?host=/run/postgresql',
    'postgres://till@db/shop?sslmode=disable',
  ]) {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  }
});

it('a secret from systemd’s credentials is used, with a warning if it is also in the settings', () => {
  writeFileSync(join(folder, 'tillside_MERCHANT_CLIENT_SECRET'), `${CANARY}\n`);
  const { MERCHANT_CLIENT_SECRET: _, ...rest } = REMOTE;
  const handedOver = { ...rest, CREDENTIALS_DIRECTORY: folder };
  expect(readConfig(handedOver).remote?.merchantClientSecret).toBe(CANARY);
  expect(() => readConfig({ ...handedOver, MERCHANT_CLIENT_SECRET: 'another' })).toThrow(
    /MERCHANT_CLIENT_SECRET.*keep one/,
  );
});

it('the settings cannot be changed after they were read', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

describe('a wrong setting', () => {
  const wrong: [string, Record<string, string>, string][] = [
    ['a port that is none', { PORT: CANARY }, 'PORT'],
    ['a port out of range', { PORT: '70000' }, 'PORT'],
    ['an unknown service', { VOUCHER_SERVICE: CANARY }, 'VOUCHER_SERVICE'],
    [
      'an address without encryption',
      { ...REMOTE, MERCHANT_BASE_URL: `http://${CANARY}.example` },
      'MERCHANT_BASE_URL',
    ],
    [
      'an address that only looks local',
      { ...REMOTE, MERCHANT_BASE_URL: 'http://127.0.0.1.evil.example' },
      'MERCHANT_BASE_URL',
    ],
    [
      'an address with the version',
      { ...REMOTE, MERCHANT_BASE_URL: 'https://merchant.example/v1' },
      'MERCHANT_BASE_URL',
    ],
    [
      'an address with credentials',
      { ...REMOTE, MERCHANT_BASE_URL: `https://me:${CANARY}@merchant.example` },
      'MERCHANT_BASE_URL',
    ],
    [
      'an address with a query',
      { ...REMOTE, MERCHANT_BASE_URL: `https://merchant.example?key=${CANARY}` },
      'MERCHANT_BASE_URL',
    ],
    ['another scheme', { ...REMOTE, MERCHANT_BASE_URL: 'file:///etc/passwd' }, 'MERCHANT_BASE_URL'],
    [
      'no address',
      { VOUCHER_SERVICE: 'remote', MERCHANT_CLIENT_ID: 'a', MERCHANT_CLIENT_SECRET: CANARY },
      'MERCHANT_BASE_URL',
    ],
    ['a secret of two lines', { ...REMOTE, MERCHANT_CLIENT_SECRET: `${CANARY}\n${CANARY}` }, 'MERCHANT_CLIENT_SECRET'],
    ['an empty secret', { ...REMOTE, MERCHANT_CLIENT_SECRET: ' ' }, 'MERCHANT_CLIENT_SECRET'],
    [
      'a secret file that is not there',
      { ...REMOTE, MERCHANT_CLIENT_SECRET_FILE: join(folder, 'none') },
      'MERCHANT_CLIENT_SECRET',
    ],
    [
      'a secret file that never ends',
      { ...REMOTE, MERCHANT_CLIENT_SECRET_FILE: '/dev/zero' },
      'MERCHANT_CLIENT_SECRET_FILE names a file that cannot be read: NOT_A_FILE',
    ],
    [
      'a secret given twice',
      { ...REMOTE, MERCHANT_CLIENT_SECRET_FILE: join(folder, 'secret') },
      'MERCHANT_CLIENT_SECRET',
    ],
    ['client settings without their address', { ...REMOTE, CLIENT_TOKEN: CANARY }, 'CLIENT_BASE_URL'],
    [
      'two kinds of token',
      {
        ...REMOTE,
        CLIENT_BASE_URL: 'https://c.example',
        CLIENT_TOKEN: CANARY,
        CLIENT_TOKEN_URL: 'https://c.example/t',
        CLIENT_ID: 'a',
        CLIENT_SECRET: 'b',
      },
      'CLIENT_TOKEN',
    ],
    ['half a pair', { ...REMOTE, CLIENT_BASE_URL: 'https://c.example', CLIENT_ID: 'a' }, 'CLIENT_ID'],
    ['PINs in the clear beyond this machine', { ...REMOTE, HOST: '0.0.0.0' }, 'HOST'],
    [
      'PINs in the clear behind a proxy',
      { ...REMOTE, HOST: '192.0.2.7', PUBLIC_ORIGIN: 'http://till.example' },
      'HOST',
    ],
    [
      'an open server that takes whatever origin is asked for',
      { ...REMOTE, HOST: '0.0.0.0', PLAIN_HTTP: 'on' },
      'PUBLIC_ORIGIN',
    ],
    ['half of TLS', { TLS_CERT_FILE: 'cert.pem' }, 'TLS_CERT_FILE'],
    ['an origin with a path', { PUBLIC_ORIGIN: 'https://till.example/app' }, 'PUBLIC_ORIGIN'],
    ['a time zone that is none', { TIME_ZONE: 'Moon/Crater' }, 'TIME_ZONE'],
    ['a currency that is none', { CURRENCY: 'dollars' }, 'CURRENCY'],
    ['a currency that ISO 4217 does not have', { CURRENCY: 'SGX' }, 'CURRENCY'],
    ['a short data key', { DATA_KEY: CANARY }, 'DATA_KEY'],
    ['a set-up code of dashes', { SETUP_CODE: '--------' }, 'SETUP_CODE'],
    ['a refund scope with a slash', { REFUND_SCOPE: 'edr/x' }, 'REFUND_SCOPE'],
    ['looks further apart than they overlap', { SWEEP_EVERY_MS: '700000' }, 'SWEEP_EVERY_MS'],
    ['a switch that is neither', { SAFE_SECOND_ATTEMPT: 'perhaps' }, 'SAFE_SECOND_ATTEMPT'],
    ['an address that is none', { DATABASE_URL: CANARY }, 'DATABASE_URL must be'],
    ['a standby of a file', { REQUIRE_SYNC_STANDBY: 'on' }, 'REQUIRE_SYNC_STANDBY'],
    ['another database', { DATABASE_URL: `mysql://me:${CANARY}@127.0.0.1/shop` }, 'DATABASE_URL'],
    ['a database without a name', { DATABASE_URL: `postgres://me:${CANARY}@127.0.0.1` }, 'DATABASE_URL'],
    [
      'a database elsewhere, reached in the clear',
      { DATABASE_URL: `postgres://me:${CANARY}@db.example/shop` },
      'DATABASE_URL',
    ],
    [
      'TLS that checks nothing',
      { DATABASE_URL: `postgres://me:${CANARY}@db.example/shop?sslmode=require` },
      'DATABASE_URL',
    ],
    [
      'a shared database without its key',
      { ...REMOTE, DATABASE_URL: `postgres://me:${CANARY}@127.0.0.1/shop` },
      'DATA_KEY',
    ],
  ];
  it.each(wrong)('is reported by name, without its value: %s', (_, env, name) => {
    const faults = faultsOf(env);
    expect(faults.some((fault) => fault.startsWith(name))).toBe(true);
    expect(faults.join('\n')).not.toContain(CANARY);
  });

  it('is reported together with all other errors', () => {
    expect(faultsOf({ PORT: 'x', CURRENCY: 'x', LOG_LEVEL: 'x' })).toHaveLength(3);
  });
});

it('other machines may connect over HTTPS, through an HTTPS proxy, or over plain HTTP if it is allowed', () => {
  const open = { ...REMOTE, HOST: '0.0.0.0' };
  for (const more of [
    { TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem', PUBLIC_ORIGIN: 'https://till.example' },
    { PUBLIC_ORIGIN: 'https://till.example' },
    { PLAIN_HTTP: 'on', PUBLIC_ORIGIN: 'http://till.example' },
  ])
    expect(faultsOf({ ...open, ...more })).toEqual([]);
  expect(faultsOf({ HOST: '0.0.0.0' })).toEqual([]);
  expect(faultsOf({ ...REMOTE, HOST: '::1' })).toEqual([]);
});

it('connections are limited per address, unless all come from a proxy or this machine', () => {
  const limitOf = (env: Record<string, string>) => readConfig({ HOST: '0.0.0.0', ...env }).connectionsPerAddress;
  const tls = { TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' };
  expect([limitOf({}), limitOf({ PUBLIC_ORIGIN: 'https://till.example', ...tls })]).toEqual([512, 512]);
  expect([limitOf({ PUBLIC_ORIGIN: 'https://till.example' }), limitOf({ HOST: '127.0.0.1' })]).toEqual([null, null]);
  expect(limitOf({ PUBLIC_ORIGIN: 'https://till.example', CONNECTIONS_PER_ADDRESS: '2000' })).toBe(2_000);
});

it('backups are made if a folder for them is configured', () => {
  expect(readConfig({}).backups).toBeNull();
  expect(readConfig({ BACKUP_TO: '/backups' }).backups).toEqual({
    to: '/backups',
    everyMs: 86_400_000,
    keep: 14,
    withKey: true,
  });
  const often = { BACKUP_TO: '/backups', BACKUP_EVERY_HOURS: '1', BACKUP_KEEP: '48', BACKUP_KEY: 'off' };
  expect(readConfig(often).backups).toEqual({ to: '/backups', everyMs: 3_600_000, keep: 48, withKey: false });
});

it('plain HTTP is accepted on the same machine', () => {
  for (const base of ['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000']) {
    expect(readConfig({ ...REMOTE, MERCHANT_BASE_URL: base }).remote?.merchantBaseUrl).toBe(base);
  }
});

it('vouchers can be sold if a token of the client API is configured', () => {
  const client = { ...REMOTE, CLIENT_BASE_URL: 'https://client.example' };
  const pair = { CLIENT_ID: 'client', CLIENT_SECRET: CANARY };
  const sells = (env: Record<string, string>) => sellsVouchers(readConfig(env));
  expect([REMOTE, client, { ...client, ...pair }].map(sells)).toEqual([false, false, false]);
  expect([{}, { ...client, CLIENT_TOKEN: CANARY }].map(sells)).toEqual([true, true]);
  expect(sells({ ...client, ...pair, CLIENT_TOKEN_URL: 'https://client.example/token' })).toBe(true);
});
