import { enrolBrowser } from '../../../bff/access/people/enrolment.ts';
import { hasManager } from '../../../bff/access/people/setup.ts';
import { assertKindOfJournal } from '../../../bff/access/people/training.ts';
import type { RunningServer } from '../../../bff/app/feature.ts';
import { assertMid } from '../../../bff/issuer/mirror/assert-mid.ts';
import { createAudit } from '../../../bff/platform/audit/audit.ts';
import { errorCode } from '../../../bff/platform/base/logging.ts';
import { systemClock, systemRandom } from '../../../bff/platform/base/ports.ts';
import type { Config } from '../../../bff/platform/config/config.ts';
import { loadDataKey } from '../../../bff/platform/storage/data-key.ts';
import { openKeys } from '../../../bff/platform/storage/key-ring.ts';
import { firstShop } from '../../../bff/platform/store/first-shop.ts';
import { openSqlite } from '../../../bff/platform/store/sqlite.ts';
import type { DeriveStatusesByKind } from '../../../bff/redemption/journal/verify-states.ts';
import type { BackupTrial } from '../contract/backup-trial.ts';
import { listBackups } from './list-backups.ts';
import { UnfitBackup } from './manifest.ts';
import { restoreJournal } from './restore-journal.ts';
import { withRestored } from './restore-trial.ts';

const PORTS = { clock: systemClock, random: systemRandom };

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

export interface RestoreOnServerDeps extends Pick<RunningServer, 'whileStopped'> {
  readonly config: Config;
  readonly statusDerivations: DeriveStatusesByKind;
}

export function createRestoreOnServer({
  config,
  whileStopped,
  statusDerivations,
}: RestoreOnServerDeps): RestoreOnServer {
  let isRunning = false;

  async function trial(folder: string): Promise<BackupTrial> {
    if (config.databaseUrl !== null)
      return { fit: false, message: 'This server uses PostgreSQL. Stop it, and run npm run restore -- FOLDER' };
    try {
      return await withRestored(
        { folder, databaseUrl: null, workDir: config.dataDir, dataKey: config.dataKey, statusDerivations, ...PORTS },
        async ({ restored, db, verify }) => {
          const { isSound, report } = await verify();
          if (!isSound) return { fit: false, message: report.join('\n') };
          await assertKindOfJournal(db, config.service, 'The backup');
          const owner = await firstShop(db);
          if (owner !== null) await assertMid({ db, setting: 'the backup' }, owner.shop, config.remote?.mid ?? null);
          const { manifest, devices, people } = restored;
          return { fit: true, madeAt: manifest.madeAt, version: manifest.version, devices, people };
        },
      );
    } catch (error) {
      return unfit(folder, error);
    }
  }

  /** Someone may have set up a shop while the trial was running. */
  async function assertNoShop(): Promise<void> {
    const db = openSqlite(config.dataDir);
    try {
      const first = await firstShop(db);
      if (first !== null && (await hasManager(db, first.shop)))
        throw new UnfitBackup('A shop was set up on this server in the meantime');
    } finally {
      await db.destroy();
    }
  }

  async function restoreAndEnrol(folder: string, deviceName: string): Promise<string> {
    await assertNoShop();
    /* The journal of a server without a shop is moved aside. */
    await restoreJournal({ folder, replace: true, config, ...PORTS });
    const db = openSqlite(config.dataDir);
    try {
      const keys = await openKeys(db, config.dataKey ?? loadDataKey(config.dataDir, true));
      const audit = createAudit({ db, keys, ...PORTS });
      const first = await firstShop(db);
      if (first === null) throw new Error('The backup contains no shop');
      const { shop } = first;
      return await db.transaction().execute(async (tx) => {
        const { device, token } = await enrolBrowser(tx, shop, deviceName, PORTS);
        const by = { shop, device, person: null };
        await audit.write({ by, action: 'device.enrolled', subject: device.id, details: { name: deviceName } }, tx);
        return token;
      });
    } finally {
      await db.destroy();
    }
  }

  return {
    list() {
      if (config.backups === null) return [];
      try {
        const found = listBackups(config.backups.to, systemClock.now()).toReversed();
        return found.map(({ folder, madeAt }) => ({ folder, madeAt: new Date(madeAt).toISOString() }));
      } catch {
        /* The folder may not be mounted yet; another one can be named. */
        return [];
      }
    },
    trial,
    async run(folder, deviceName) {
      if (isRunning) return { trial: { fit: false, message: 'Another restore is running' }, deviceToken: null };
      isRunning = true;
      try {
        const result = await trial(folder);
        if (!result.fit) return { trial: result, deviceToken: null };
        return { trial: result, deviceToken: await whileStopped(() => restoreAndEnrol(folder, deviceName)) };
      } catch (error) {
        return { trial: unfit(folder, error), deviceToken: null };
      } finally {
        isRunning = false;
      }
    },
  };
}

function unfit(folder: string, error: unknown): BackupTrial {
  if (error instanceof UnfitBackup) return { fit: false, message: error.message };
  const code = errorCode(error);
  if (code !== undefined) return { fit: false, message: `${folder} cannot be read (${code})` };
  return { fit: false, message: error instanceof Error ? error.message : 'The backup cannot be read' };
}
