/** The result of a trial, or the reason why a backup cannot be restored here. */
export type HereTrial =
  | {
      readonly fit: true;
      /** ISO 8601 UTC. */
      readonly madeAt: string;
      readonly version: string;
      readonly devices: number;
      readonly people: number;
    }
  | { readonly fit: false; readonly message: string };

/** Restores a backup into the server that is running, which has no shop yet. */
export interface RestoreHere {
  /** The automatic backups in `BACKUP_TO`, newest first. */
  list(): { folder: string; madeAt: string }[];
  /** Restores a backup in a temporary folder and verifies it. */
  trial(folder: string): Promise<HereTrial>;
  /**
   * Restores a backup, restarts the server with it, and enrols a browser in the restored shop.
   * @returns no token if the backup is unfit, and nothing was changed
   */
  run(folder: string, deviceName: string): Promise<{ trial: HereTrial; deviceToken: string | null }>;
}
