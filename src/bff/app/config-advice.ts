import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { type Config, SETTING_NAMES } from '../platform/config/config.ts';
import { isLoopback } from '../platform/config/values.ts';
import { describeAccess } from '../platform/storage/data-key.ts';

/**
 * A warning about settings that do not prevent a start. It never contains the value of a secret.
 */
export type Advice = { readonly isProblem: boolean; readonly words: string };

/**
 * Finds settings that are allowed but rarely intended. The doctor prints them, and each start logs
 * them.
 */
export function adviceOn(config: Config, env: Readonly<Record<string, string | undefined>>): Advice[] {
  return [...misspelt(env), ...practice(config, env), ...exposure(config), ...folder(config), ...backups(config)];
}

/** Misspelt settings would otherwise be ignored silently. */
function misspelt(env: Readonly<Record<string, string | undefined>>): Advice[] {
  return Object.keys(env).flatMap((name) => {
    const meant = SETTING_NAMES.includes(name)
      ? undefined
      : SETTING_NAMES.find((candidate) => isAlmost(name, candidate));
    return meant === undefined
      ? []
      : [{ isProblem: true, words: `${name} is no setting and is ignored: is ${meant} meant?` }];
  });
}

/** Credentials suggest that real vouchers are intended. */
function practice({ remote }: Config, env: Readonly<Record<string, string | undefined>>): Advice[] {
  if (remote !== null || !env['MERCHANT_CLIENT_ID']?.trim()) return [];
  return [
    {
      isProblem: true,
      words: 'MERCHANT_CLIENT_ID is ignored, and this is practice: VOUCHER_SERVICE=remote is for real vouchers',
    },
  ];
}

function exposure({ host, tls, publicOrigin, remote }: Config): Advice[] {
  if (remote === null) return [];
  if (publicOrigin === null) {
    const text =
      'PUBLIC_ORIGIN is not set: only browsers on this machine can use the till. Behind a proxy it is the ' +
      'address that browsers show';
    return [{ isProblem: false, words: text }];
  }
  if (tls !== null || isLoopback(host) || !publicOrigin.startsWith('https:')) return [];
  const text = 'HOST listens in plain HTTP beyond this machine, and HTTPS is the proxy’s: let only the proxy reach it';
  return [{ isProblem: false, words: text }];
}

function folder({ dataDir }: Config): Advice[] {
  /* If the path leads through a file, the start reports it. */
  const found = existsSync(dataDir) && statSync(dataDir);
  if (process.platform === 'win32' || !found || !found.isDirectory() || (found.mode & 0o077) === 0) return [];
  /* Which file of it is, another line says. */
  if (describeAccess(dataDir) !== null) return [];
  return [{ isProblem: true, words: `DATA_DIR (${dataDir}) is open to other accounts of this machine: chmod 700 it` }];
}

function backups({ backups: made, remote, databaseUrl }: Config): Advice[] {
  if (made === null) {
    if (remote === null) return [];
    const text = 'no backup is made by this server: set BACKUP_TO to a folder on another disk';
    /* Another server of the database may make them, or the database's own tools. */
    return [{ isProblem: databaseUrl === null, words: text }];
  }
  const hasFolder = existsSync(made.to);
  if (hasFolder && canBeWritten(made.to)) return [];
  const text = hasFolder
    ? 'is no folder that this account can write'
    : 'is not there: make the folder, or mount the disk that it is on';
  return [{ isProblem: true, words: `BACKUP_TO (${made.to}) ${text}` }];
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

/** Whether one letter is missing, too many, another, or changed places with its neighbour. */
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
