import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../../bff/platform/base/ports.ts';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { lockDataFolder } from '../../../bff/platform/store/single-server.ts';
import { OTHER_CERTIFICATE, TILL_CERTIFICATE } from '../../../testing/certificates.ts';
import { diagnoseCertificate, diagnoseListening } from './diagnose-listening.ts';

const NOW = Date.UTC(2030, 0, 15);
const DAY_MS = 86_400_000;
let folder: string;
let servers: Server[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-listening-'));
  servers = [];
});
afterEach(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

/** A program that answers every request with this. @returns its port */
async function startOther(body: string): Promise<number> {
  const server = createServer((_, response) => response.end(body));
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const portFindings = (port: number) =>
  diagnoseListening(readConfig({ DATA_DIR: folder, PORT: String(port) }), true, NOW);

it('a free port is not mentioned', async () => {
  const port = await startOther('');
  servers.pop()?.close();
  expect(await portFindings(port)).toEqual([]);
});

it('a port that another program uses is a problem', async () => {
  const port = await startOther('hello');
  expect(await portFindings(port)).toMatchObject([
    { ok: false, message: `another program uses PORT (${port}): stop that program, or set another PORT` },
  ]);
});

it('a running server is only noted', async () => {
  const port = await startOther(
    JSON.stringify({ status: 'ok', store: 'sqlite', service: 'sandbox', version: '0.1.0' }),
  );
  expect(await portFindings(port)).toMatchObject([{ ok: true, isNote: true }]);
});

it('a second server on one SQLite file is a problem', async () => {
  const lock = lockDataFolder(folder, systemRandom);
  const port = await startOther('');
  servers.pop()?.close();
  expect(await portFindings(port)).toMatchObject([
    { ok: false, message: expect.stringContaining('Two servers cannot share one SQLite file') },
  ]);
  await lock.close();
});

function writeCertificate(name: string, { certificate, key } = TILL_CERTIFICATE) {
  const files = { TLS_CERT_FILE: join(folder, `${name}.pem`), TLS_KEY_FILE: join(folder, `${name}.key`) };
  writeFileSync(files.TLS_CERT_FILE, certificate);
  writeFileSync(files.TLS_KEY_FILE, key);
  return files;
}

const certificateFindings = (env: Record<string, string>, now = NOW) =>
  diagnoseCertificate(readConfig({ PUBLIC_ORIGIN: 'https://till.example', ...env }), now);

it('a certificate is fine, is reported two weeks before it expires, and is a problem afterwards', () => {
  const files = writeCertificate('till');
  const { validTo } = new X509Certificate(TILL_CERTIFICATE.certificate);
  const daysBefore = (days: number) => certificateFindings(files, Date.parse(validTo) - days * DAY_MS);
  expect(daysBefore(20)).toMatchObject([{ ok: true, message: expect.stringMatching(/^valid until \d{4}-\d\d-\d\d$/) }]);
  expect(daysBefore(10)).toMatchObject([{ ok: true, isNote: true }]);
  expect(daysBefore(0)).toMatchObject([{ ok: false, message: expect.stringContaining('expired on') }]);
});

it('a certificate for another address, with another key or without a file is a problem', () => {
  const other = writeCertificate('other', OTHER_CERTIFICATE);
  const right = writeCertificate('till');
  const message = (env: Record<string, string>) => certificateFindings(env)[0]?.message;
  expect(message(other)).toMatch(
    /^the certificate in TLS_CERT_FILE is not for till\.example \(PUBLIC_ORIGIN\): use one/,
  );
  expect(message({ ...right, TLS_KEY_FILE: other.TLS_KEY_FILE })).toContain('is not the key');
  const none = join(folder, 'none.pem');
  expect(message({ ...right, TLS_CERT_FILE: none })).toContain(
    `TLS_CERT_FILE names a file that cannot be read: ENOENT (${none}). Correct`,
  );
  expect(message({ ...right, TLS_KEY_FILE: none })).toContain(
    `TLS_KEY_FILE names a file that cannot be read: ENOENT (${none}). Correct`,
  );
  expect(message({ ...right, TLS_CERT_FILE: right.TLS_KEY_FILE })).toContain(
    'TLS_CERT_FILE names a file that is not a PEM file',
  );
});
