import type { Finding } from '../../../bff/app/feature-hooks.ts';
import type { Config } from '../../../bff/platform/config/config.ts';
import { newestBackup } from './list-backups.ts';

const HOUR_MS = 60 * 60_000;

/**
 * Reports the age of the newest automatic backup. Empty without BACKUP_TO, or if its folder
 * cannot be read.
 * @param now milliseconds UTC
 */
export function diagnoseBackups({ backups }: Pick<Config, 'backups'>, now: number): Finding[] {
  if (backups === null) return [];
  const subject = 'backups';
  let newest: number | null;
  try {
    newest = newestBackup(backups.to, now)?.madeAt ?? null;
  } catch {
    /* Reported by the advice on settings. */
    return [];
  }
  if (newest === null) {
    const message = `there is no backup in ${backups.to} yet; the server makes the first one once the shop is set up`;
    return [{ ok: true, isNote: true, subject, message }];
  }
  const hours = Math.floor((now - newest) / HOUR_MS);
  const message = `the newest is ${hours} h old`;
  /* One hour of grace, as for the alert of the server. */
  if (now - newest <= backups.everyMs + HOUR_MS) return [{ ok: true, subject, message }];
  const every = backups.everyMs / HOUR_MS;
  const remedy = `one is due every ${every} h: start the server, or find "failed to make a backup" in its log`;
  return [{ ok: false, subject, message: `${message}, but ${remedy}` }];
}
