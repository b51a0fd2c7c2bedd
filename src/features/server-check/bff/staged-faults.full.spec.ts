import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Finding } from '../../../bff/app/feature-hooks.ts';
import { startService } from '../../../bff/app/service.ts';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { listen } from '../../../bff/platform/http/listen.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { SHOPS } from '../../../sandbox/credentials.ts';
import { OTHER_CERTIFICATE, TILL_CERTIFICATE } from '../../../testing/certificates.ts';
import { applyChain, CHAIN } from '../../../testing/rigs/chain.ts';
import { type StagedShop, stageShop } from '../../../testing/rigs/staged-shop.ts';

/** The faults of settings, issuer, certificate and port that operators make, with the line of each. */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const [FIRST, KATONG] = SHOPS;
/** Two digits are swapped. */
const MISTYPED_MID = '000000012345687';

let shop: StagedShop;

beforeEach(async () => {
  shop = await stageShop();
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

it('the doctor reports no problems for a shop without a fault', async () => {
  expect(await shop.complaints(shop.settings)).toEqual([]);
});

const CHECK_SECRET = 'check MERCHANT_CLIENT_ID and MERCHANT_CLIENT_SECRET';
const CHECK_ADDRESS = 'check MERCHANT_BASE_URL, and the network';
const NO_DATE = 'no response of the issuer had a date: correct the other lines first';

it.each([
  ['a mistyped mid', { MERCHANT_MID: MISTYPED_MID }, [/^note .*MERCHANT_MID is 0{7}12345687, .*name only.*: correct/]],
  [
    'a wrong product class',
    { PRODUCT_CLASS: 'ETX_010' },
    [/^problem .*PRODUCT_CLASS is ETX_010, .* class ETX_001: correct the setting/],
  ],
  ['a wrong currency', { CURRENCY: 'USD' }, [/^problem .*CURRENCY is USD, .* in SGD: correct the setting/]],
  [
    'a wrong secret',
    { MERCHANT_CLIENT_SECRET: 'wrong' },
    [`issuer: .*401.*: ${CHECK_SECRET}$`, `v1 .*401.*: ${CHECK_SECRET}$`],
  ],
  [
    'a wrong secret of the client API',
    { CLIENT_SECRET: 'wrong' },
    [
      /client API: .*401\): check CLIENT_TOKEN, or CLIENT_ID and CLIENT_SECRET$/,
      /v2 .*401.*: check CLIENT_ID and its secret$/,
    ],
  ],
  [
    'an address without a server',
    { MERCHANT_BASE_URL: 'http://127.0.0.1:9' },
    [`issuer: .*ECONNREFUSED\\): ${CHECK_ADDRESS}$`, NO_DATE, `v1 .*ECONNREFUSED.*: ${CHECK_ADDRESS}$`],
  ],
  [
    'an address that does not exist',
    { MERCHANT_BASE_URL: 'https://issuer.invalid' },
    [`issuer: .*(ENOTFOUND|EAI_AGAIN)\\): ${CHECK_ADDRESS}$`, NO_DATE, `v1 .*: ${CHECK_ADDRESS}$`],
  ],
  [
    'a missing file of a secret',
    { MERCHANT_CLIENT_SECRET: '', MERCHANT_CLIENT_SECRET_FILE: '/nowhere/secret' },
    [/settings: MERCHANT_CLIENT_SECRET_FILE .*ENOENT \(\/nowhere\/secret\)\. Correct the path/],
  ],
  [
    'a secret in the place of its file',
    { MERCHANT_CLIENT_SECRET: '', MERCHANT_CLIENT_SECRET_FILE: FIRST.clientSecret },
    [/settings: MERCHANT_CLIENT_SECRET_FILE .*ENOENT \(not an absolute path\)\. Correct the path/],
  ],
  [
    'a missing folder for backups',
    { BACKUP_TO: '/nowhere/backups' },
    [/settings: BACKUP_TO \(\/nowhere\/backups\) does not exist\. Create the folder, or mount its disk/],
  ],
])('the doctor reports %s', async (_, fault, lines) => {
  expect(await shop.complaints({ ...shop.settings, ...fault })).toEqual(
    lines.map((line) => expect.stringMatching(line)),
  );
});

it('the doctor reports folders that cannot be written', async () => {
  const file = join(shop.settings['DATA_DIR'] ?? '', 'a-file');
  writeFileSync(file, '');
  expect(await shop.complaints({ ...shop.settings, BACKUP_TO: file })).toEqual([
    `problem   settings: BACKUP_TO (${file}) is not a folder that this account can write to. Let the account own it, or correct the setting`,
  ]);
});

it('the doctor does not blame a secret if the issuer refuses an unknown product class', async () => {
  const { origin } = new URL(shop.settings['MERCHANT_BASE_URL'] ?? '');
  const proxy = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '', headers } = incoming;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    if (url.includes('ETX_010')) {
      outgoing.writeHead(403).end();
      return;
    }
    const { host: _, ...passed } = headers as Record<string, string>;
    const body = chunks.length === 0 ? null : Buffer.concat(chunks);
    const reply = await fetch(`${origin}${url}`, { method, headers: passed, body });
    outgoing.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(await reply.text());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const wrong = { MERCHANT_BASE_URL: `${base}/merchant`, CLIENT_BASE_URL: `${base}/client`, PRODUCT_CLASS: 'ETX_010' };
  expect(await shop.complaints({ ...shop.settings, ...wrong })).toEqual([
    expect.stringContaining('PRODUCT_CLASS is ETX_010'),
    expect.stringMatching(/v2 does not respond \(HTTP 403\).*: check CLIENT_ID and its secret, and PRODUCT_CLASS$/),
    expect.stringMatching(/v1 does not respond \(HTTP 403\).*: check PRODUCT_CLASS, or set CHECK_SOURCE=legacy/),
  ]);
  proxy.closeAllConnections();
  proxy.close();
});

it.each([
  ['behind', HOUR_MS],
  ['ahead of', -HOUR_MS],
])(
  'the doctor blames the unsynchronised clock if two clocks differ: this machine is %s the issuer',
  async (side, aheadMs) => {
    const apart = await stageShop(aheadMs);
    const clock = async (isSynchronised: boolean | null) =>
      (await apart.complaints(apart.settings, isSynchronised)).find((line) => line.includes('clock: '));
    expect(await clock(false)).toMatch(
      new RegExp(`3600 s ${side} the issuer's: this machine's clock is not.*with NTP$`),
    );
    expect(await clock(true)).toMatch(
      new RegExp(`3600 s ${side} .*is synchronised with NTP, so report .* to the issuer$`),
    );
    expect(await clock(null)).toMatch(
      /If it is wrong, synchronise it with NTP; if it is right, report the issuer's clock/,
    );
    await apart.close();
  },
);

function writeCertificate({ certificate, key } = TILL_CERTIFICATE) {
  const folder = shop.settings['BACKUP_TO'] ?? '';
  const files = { TLS_CERT_FILE: join(folder, 'till.pem'), TLS_KEY_FILE: join(folder, 'till.key') };
  writeFileSync(files.TLS_CERT_FILE, certificate);
  writeFileSync(files.TLS_KEY_FILE, key);
  return { ...shop.settings, ...files, PUBLIC_ORIGIN: 'https://till.example' };
}

/** The lines that a start logs about the certificate. */
async function loggedAtStart(settings: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const log = createLogger('warn', { write: (line) => lines.push(line) });
  const service = await startService({ config: readConfig(settings), log, env: settings, pages: '/nowhere' });
  service.listening();
  await service.close();
  return lines.filter((line) => line.includes('certificate'));
}

const { validFrom, validTo } = new X509Certificate(TILL_CERTIFICATE.certificate);

it.each([
  ['has expired', Date.parse(validTo) + DAY_MS, /TLS_CERT_FILE expired on .*: renew it, and restart the server/],
  ['expires within 14 days', Date.parse(validTo) - 10 * DAY_MS, /valid until .*: renew it, and restart the server/],
  ['is not valid yet', Date.parse(validFrom) - DAY_MS, /TLS_CERT_FILE is not valid yet: check this machine's clock/],
])('the doctor reports a certificate that %s', async (_, now, line) => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const settings = writeCertificate();
  expect(await shop.complaints(settings)).toEqual([expect.stringMatching(line)]);
  expect(await loggedAtStart(settings)).toEqual([expect.stringMatching(line)]);
});

it('the doctor reports a certificate of another name', async () => {
  const settings = writeCertificate(OTHER_CERTIFICATE);
  const line = /TLS_CERT_FILE is not for till\.example \(PUBLIC_ORIGIN\): use one for this address, or correct/;
  expect(await shop.complaints(settings)).toEqual([expect.stringMatching(line)]);
  expect(await loggedAtStart(settings)).toEqual([expect.stringMatching(line)]);
});

const listening = (settings: Record<string, string>) =>
  listen({ ...readConfig(settings), fetch: () => new Response(), log: createLogger('silent') });

it('a missing certificate file is reported by its path, by the doctor and at the start', async () => {
  const settings = { ...writeCertificate(), TLS_KEY_FILE: '/nowhere/till.key' };
  const line = 'TLS_KEY_FILE names a file that cannot be read: ENOENT (/nowhere/till.key). Correct the path';
  expect(await shop.complaints(settings)).toEqual([expect.stringContaining(line)]);
  await expect(listening(settings)).rejects.toThrow(line);
});

it('a port in use is reported by the doctor and at the start', async () => {
  const other = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const settings = { ...shop.settings, PORT: String(port) };
  expect(await shop.complaints(settings)).toEqual([
    `problem   port: another program uses PORT (${port}): stop that program, or set another PORT`,
  ]);
  await expect(listening(settings)).rejects.toThrow(`PORT ${port} is in use: stop`);
  other.closeAllConnections();
  other.close();
});

it('an address that does not belong to this machine is reported', async () => {
  const settings = {
    ...writeCertificate(),
    HOST: '192.0.2.1',
    PORT: '8787',
    PUBLIC_ORIGIN: 'https://till.example:8787',
  };
  const line = 'HOST 192.0.2.1 is not an address of this machine (EADDRNOTAVAIL): correct it';
  expect(await shop.complaints(settings)).toEqual([expect.stringContaining(line)]);
  await expect(listening(settings)).rejects.toThrow(line);
});

const isRoot = process.getuid?.() === 0;
const firstFreePort = process.platform === 'linux' ? '/proc/sys/net/ipv4/ip_unprivileged_port_start' : null;
const mayUse80 = isRoot || firstFreePort === null || Number(readFileSync(firstFreePort, 'utf8')) <= 80;

it.skipIf(mayUse80)('port 80 without permission is reported by the doctor and at the start', async () => {
  const settings = { ...shop.settings, PORT: '80' };
  const line = 'PORT 80 is not allowed for this account (EACCES): set a PORT from 1024 on';
  expect(await shop.complaints(settings)).toEqual([expect.stringContaining(line)]);
  await expect(listening(settings)).rejects.toThrow(line);
});

it.each([
  ['https://till.example:9999', '9999'],
  ['https://till.example', '443'],
])('the doctor reports an address whose port is not that of the server: %s', async (PUBLIC_ORIGIN, port) => {
  const settings = { ...writeCertificate(), PORT: '8787', PUBLIC_ORIGIN };
  expect(await shop.complaints(settings)).toEqual([
    `note      settings: PUBLIC_ORIGIN has port ${port}, but the server uses PORT 8787. Correct one, or forward the port`,
  ]);
});

it('the doctor reports the wrong secret and the wrong mid of one of two shops', async () => {
  await shop.start(shop.settings);
  await applyChain(shop.settings, CHAIN);
  expect(await shop.complaints(shop.settings)).toEqual([]);
  await applyChain(shop.settings, CHAIN.replace(KATONG.mid, MISTYPED_MID));
  expect(await shop.complaints(shop.settings)).toEqual([
    expect.stringMatching(/^note .*katong: shops\.katong\.mid is 0{7}12345687, .* name only .*: correct the setting/),
  ]);
  await applyChain(shop.settings, CHAIN, 'wrong');
  expect(await shop.complaints(shop.settings)).toEqual([
    expect.stringMatching(/^problem .*katong: .*401.*: check clientId, secretFile .* of shops\.katong, and apply/),
  ]);
});

it('the doctor reports the wrong secret and the wrong mid of the shop in the settings, next to a correct one', async () => {
  await shop.start(shop.settings);
  await applyChain(shop.settings, CHAIN);
  const mistyped = { ...shop.settings, MERCHANT_MID: MISTYPED_MID };
  const refused = 'MERCHANT_MID is not the merchant id of the journal in DATA_DIR: correct it';
  expect(await shop.complaints(mistyped)).toEqual([
    expect.stringContaining(`problem   settings: ${refused}`),
    expect.stringMatching(/MERCHANT_MID is 0{7}12345687/),
  ]);
  await expect(shop.start(mistyped)).rejects.toThrow(refused);
  expect(await shop.complaints({ ...shop.settings, MERCHANT_CLIENT_SECRET: 'wrong' })).toEqual([
    expect.stringMatching(CHECK_SECRET),
    expect.stringMatching(CHECK_SECRET),
  ]);
});

it.each([
  ['a mistyped mid', { MERCHANT_MID: MISTYPED_MID }, ['MERCHANT_MID is 000000012345687, but']],
  ['a wrong product class', { PRODUCT_CLASS: 'ETX_010' }, ['PRODUCT_CLASS is ETX_010, but']],
  ['a wrong secret', { MERCHANT_CLIENT_SECRET: 'wrong' }, [CHECK_SECRET, CHECK_SECRET]],
  ['an address without a server', { MERCHANT_BASE_URL: 'http://127.0.0.1:9' }, [CHECK_ADDRESS, NO_DATE, CHECK_ADDRESS]],
  ['a missing folder for backups', { BACKUP_TO: '/nowhere' }, ['BACKUP_TO (/nowhere) does not exist. Create']],
  [
    'a missing key file',
    { TLS_KEY_FILE: '/nowhere' },
    ['TLS_KEY_FILE names a file that cannot be read: ENOENT (/nowhere)'],
  ],
])('the page of a running server reports %s', async (_, fault, lines) => {
  const settings = { ...writeCertificate(), ...fault };
  const log = createLogger('silent');
  const service = await startService({ config: readConfig(settings), log, env: settings, pages: '/nowhere' });
  const answer = await service.fetch(new Request(`https://till.example${endpoints.serverCheck.path}`));
  const { findings } = (await answer.json()) as { findings: Finding[] };
  const complaints = findings.filter(
    ({ ok, isNote, message }) => !ok || (isNote && !/no backup|on the disk/.test(message)),
  );
  expect(complaints.map(({ message }) => message)).toEqual(lines.map((line) => expect.stringContaining(line)));
  await service.close();
});
