import { accessSync, constants, existsSync, statSync } from 'node:fs';
import type { Finding } from '../../../bff/app/feature-hooks.ts';
import { type Config, SETTING_NAMES } from '../../../bff/platform/config/config.ts';
import { isLoopback } from '../../../bff/platform/config/values.ts';
import { describeAccess } from '../../../bff/platform/storage/data-key.ts';

/**
 * A warning about settings that do not prevent a start. It never contains the value of a secret.
 */
export type Advice = { readonly isProblem: boolean; readonly message: string };

/**
 * Finds settings that are allowed but rarely intended. The doctor prints them, and each start logs
 * them.
 */
export function adviceOn(config: Config, env: Readonly<Record<string, string | undefined>>): Advice[] {
  return [
    ...adviseMisspelt(env),
    ...adviseTraining(config, env),
    ...adviseExposure(config),
    ...advisePort(config),
    ...adviseFolder(config),
    ...adviseBackups(config),
  ];
}

/** The advice as lines of the doctor. */
export function adviceFindings(config: Config, env: Readonly<Record<string, string | undefined>>): Finding[] {
  return adviceOn(config, env).map(({ isProblem, message }) =>
    isProblem ? { ok: false, subject: 'settings', message } : { ok: true, isNote: true, subject: 'settings', message },
  );
}

/** Misspelt settings would otherwise be ignored silently. */
function adviseMisspelt(env: Readonly<Record<string, string | undefined>>): Advice[] {
  return Object.keys(env).flatMap((name) => {
    const meant = SETTING_NAMES.includes(name)
      ? undefined
      : SETTING_NAMES.find((candidate) => isAlmost(name, candidate));
    return meant === undefined
      ? []
      : [{ isProblem: true, message: `${name} is not a setting and is ignored. Did you mean ${meant}?` }];
  });
}

/** Credentials suggest that real vouchers are intended. */
function adviseTraining({ remote }: Config, env: Readonly<Record<string, string | undefined>>): Advice[] {
  if (remote !== null || !env['MERCHANT_CLIENT_ID']?.trim()) return [];
  return [
    {
      isProblem: true,
      message: 'MERCHANT_CLIENT_ID is ignored in training mode. For real vouchers, set VOUCHER_SERVICE=remote',
    },
  ];
}

function adviseExposure({ host, tls, publicOrigin, remote }: Config): Advice[] {
  if (remote === null) return [];
  if (publicOrigin === null) {
    const text =
      'PUBLIC_ORIGIN is not set, so only browsers on this machine can use the till. Behind a proxy, set it to ' +
      'the address in the browser';
    return [{ isProblem: false, message: text }];
  }
  if (publicOrigin.startsWith('http:') && !isLoopback(new URL(publicOrigin).hostname)) {
    const text =
      'PUBLIC_ORIGIN begins with http://, so browsers block the camera and PINs are sent unencrypted. Use an ' +
      'address that begins with https://';
    return [{ isProblem: true, message: text }];
  }
  if (tls !== null || isLoopback(host) || !publicOrigin.startsWith('https:')) return [];
  const text = 'HOST accepts plain HTTP from other machines. Let only the HTTPS proxy reach it';
  return [{ isProblem: false, message: text }];
}

/** Without a proxy, browsers connect to the port of their address; something may forward it. */
function advisePort({ port, tls, publicOrigin }: Config): Advice[] {
  if (publicOrigin === null || port === 0) return [];
  const { protocol, hostname, port: named } = new URL(publicOrigin);
  const hasProxy = tls === null && !(protocol === 'http:' && isLoopback(hostname));
  const shown = Number(named || (protocol === 'https:' ? 443 : 80));
  if (hasProxy || shown === port) return [];
  const text = `PUBLIC_ORIGIN has port ${shown}, but the server uses PORT ${port}. Correct one, or forward the port`;
  return [{ isProblem: false, message: text }];
}

function adviseFolder({ dataDir }: Config): Advice[] {
  /* If a part of the path is a file, the start fails with its own message. */
  const found = existsSync(dataDir) && statSync(dataDir);
  if (process.platform === 'win32' || !found || !found.isDirectory() || (found.mode & 0o077) === 0) return [];
  /* Another line names the file. */
  if (describeAccess(dataDir) !== null) return [];
  return [
    {
      isProblem: true,
      message: `DATA_DIR (${dataDir}) is open to other accounts on this machine. Run chmod 700 on it`,
    },
  ];
}

function adviseBackups({ backups: made, remote, databaseUrl, dataDir }: Config): Advice[] {
  if (made === null) {
    if (remote === null) return [];
    const text = 'This server makes no backups. Set BACKUP_TO to a folder on another disk';
    /* Another server of the same database may make backups, or the database's own tools. */
    return [{ isProblem: databaseUrl === null, message: text }];
  }
  const hasFolder = existsSync(made.to);
  if (hasFolder && canBeWritten(made.to)) {
    if (!existsSync(dataDir) || statSync(made.to).dev !== statSync(dataDir).dev) return [];
    const text = `BACKUP_TO (${made.to}) is on the disk of DATA_DIR. If that disk fails, both are lost`;
    return [{ isProblem: false, message: text }];
  }
  const text = hasFolder
    ? 'is not a folder that this account can write to. Let the account own it, or correct the setting'
    : 'does not exist. Create the folder, or mount its disk';
  return [{ isProblem: true, message: `BACKUP_TO (${made.to}) ${text}` }];
}

function canBeWritten(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Shorter names are too similar to those of other programs. */
const LETTERS_MIN = 7;

/** True if one letter is missing, added or different, or two neighbours are swapped. */
function isAlmost(name: string, setting: string): boolean {
  if (name.length < LETTERS_MIN || Math.abs(name.length - setting.length) > 1) return false;
  let start = 0;
  while (start < name.length && name[start] === setting[start]) start += 1;
  const isSwapped = name[start] === setting[start + 1] && name[start + 1] === setting[start];
  const rests: readonly (readonly [number, number])[] = [
    [1, 1],
    [1, 0],
    [0, 1],
    ...(isSwapped ? [[2, 2] as const] : []),
  ];
  return rests.some(([ofName, settingRest]) => name.slice(start + ofName) === setting.slice(start + settingRest));
}
