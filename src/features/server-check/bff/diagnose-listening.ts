import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Finding } from '../../../bff/app/feature-hooks.ts';
import { errorCode } from '../../../bff/platform/base/logging.ts';
import { describeUnreadable, readSmallFile } from '../../../bff/platform/base/small-file.ts';
import type { Config } from '../../../bff/platform/config/config.ts';
import { describeListenFailure } from '../../../bff/platform/http/listen.ts';
import { isInUse, LOCK_FILE } from '../../../bff/platform/store/single-server.ts';
import { DIAGNOSE_LISTENING_ANSWER_WITHIN_MS, RENEWED_BEFORE_MS } from './limits.ts';

/**
 * Checks that a server could listen: its port, its data folder, and its certificate.
 * @param canWrite true if the data folder can be written to
 * @param now milliseconds UTC
 */
export async function diagnoseListening(config: Config, canWrite: boolean, now: number): Promise<Finding[]> {
  return [...(await diagnosePort(config, canWrite)), ...diagnoseCertificate(config, now)];
}

/** Reports an unusual state only. A server that runs with these settings is no problem. */
async function diagnosePort({ host, port, tls, dataDir, databaseUrl }: Config, canWrite: boolean): Promise<Finding[]> {
  const subject = 'port';
  const taken = port === 0 ? null : await whyTaken(host, port);
  if (taken === null) {
    const mayBeShared = databaseUrl === null && canWrite && existsSync(join(dataDir, LOCK_FILE));
    const isShared = mayBeShared && isInUse(dataDir);
    if (!isShared) return [];
    const message =
      `another server uses DATA_DIR (${dataDir}), with another PORT. Two servers cannot share one SQLite file: stop ` +
      'that one, or set DATABASE_URL for both';
    return [{ ok: false, subject, message }];
  }
  if (taken !== 'EADDRINUSE') return [{ ok: false, subject, message: describeListenFailure(taken, { host, port }) }];
  if (await isTillside(`${tls === null ? 'http' : 'https'}://127.0.0.1:${port}/api/health`))
    return [{ ok: true, isNote: true, subject, message: `a server is running on PORT (${port})` }];
  const message = `another program uses PORT (${port}): stop that program, or set another PORT`;
  return [{ ok: false, subject, message }];
}

async function whyTaken(host: string, port: number): Promise<string | null> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return null;
  } catch (error) {
    return errorCode(error) ?? 'unknown reason';
  } finally {
    server.close();
  }
}

/** True without an answer in TLS, which other programs seldom speak on this port. */
async function isTillside(health: string): Promise<boolean> {
  if (health.startsWith('https:')) return true;
  try {
    const answer = await fetch(health, { signal: AbortSignal.timeout(DIAGNOSE_LISTENING_ANSWER_WITHIN_MS) });
    const body: unknown = await answer.json();
    return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok' && 'store' in body;
  } catch {
    return false;
  }
}

/**
 * Checks the server's own certificate. Empty if a proxy has it.
 * @param now milliseconds UTC
 */
export function diagnoseCertificate(
  { tls, publicOrigin }: Pick<Config, 'tls' | 'publicOrigin'>,
  now: number,
): Finding[] {
  if (tls === null) return [];
  const subject = 'certificate';
  try {
    const certificate = readFor('TLS_CERT_FILE', tls.certFile, (content) => new X509Certificate(content));
    const key = readFor('TLS_KEY_FILE', tls.keyFile, createPrivateKey);
    const problem = problemOf(certificate, key, publicOrigin, now);
    if (problem !== null) return [{ ok: false, subject, message: problem }];
    const message = `valid until ${dayOf(certificate)}`;
    const isNote = Date.parse(certificate.validTo) - now < RENEWED_BEFORE_MS;
    return [
      isNote
        ? { ok: true, isNote, subject, message: `${message}: renew it, and restart the server` }
        : { ok: true, subject, message },
    ];
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    return [{ ok: false, subject, message: error.message }];
  }
}

class UnusableFile extends Error {}

/** @throws UnusableFile that names the setting */
function readFor<T>(setting: string, file: string, parse: (content: Buffer) => T): T {
  try {
    return parse(readSmallFile(file));
  } catch (cause) {
    const reason = errorCode(cause);
    const isRead = reason === undefined || reason.startsWith('ERR_');
    const why = isRead
      ? `names a file that is not a PEM file (${file}): choose the right file`
      : describeUnreadable(file, cause);
    throw new UnusableFile(`${setting} ${why}`, { cause });
  }
}

function problemOf(
  certificate: X509Certificate,
  key: KeyObject,
  publicOrigin: string | null,
  now: number,
): string | null {
  if (!certificate.checkPrivateKey(key))
    return 'TLS_KEY_FILE is not the key of the certificate in TLS_CERT_FILE: set the two files of one certificate';
  if (Date.parse(certificate.validTo) <= now)
    return `the certificate in TLS_CERT_FILE expired on ${dayOf(certificate)}: renew it, and restart the server`;
  if (Date.parse(certificate.validFrom) > now)
    return "the certificate in TLS_CERT_FILE is not valid yet: check this machine's clock";
  const host = publicOrigin === null ? null : new URL(publicOrigin).hostname;
  if (host !== null && certificate.checkHost(host) === undefined)
    return (
      `the certificate in TLS_CERT_FILE is not for ${host} (PUBLIC_ORIGIN): use one for this address, or correct ` +
      'PUBLIC_ORIGIN'
    );
  return null;
}

const dayOf = ({ validTo }: X509Certificate) => new Date(validTo).toISOString().slice(0, 10);
