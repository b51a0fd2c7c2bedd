import type { BackupTrial } from '../../contract/platform/backup-trial.ts';

/** Restores a backup into the server that is running, which has no shop yet. */
export interface RestoreOnServer {
  /** The automatic backups in `BACKUP_TO`, newest first. */
  list(): { folder: string; madeAt: string }[];
  /** Restores a backup in a temporary folder and verifies it. */
  trial(folder: string): Promise<BackupTrial>;
  /**
   * Restores a backup, restarts the server with it, and enrols a browser in the restored shop.
   * @returns no token if the backup is unfit, and nothing was changed
   */
  run(folder: string, deviceName: string): Promise<{ trial: BackupTrial; deviceToken: string | null }>;
}
