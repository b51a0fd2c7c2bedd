import type { BackupTrial } from '../../contract/platform/backup-trial.ts';
import { enrolBrowser } from '../access/people/enrolment.ts';
import { hasManager } from '../access/people/setup.ts';
import { assertKindOfJournal } from '../access/people/training.ts';
import { createAudit } from '../platform/audit/audit.ts';
import { errorCode } from '../platform/base/logging.ts';
import { systemClock, systemRandom } from '../platform/base/ports.ts';
import type { Config } from '../platform/config/config.ts';
import { loadDataKey } from '../platform/storage/data-key.ts';
import { openKeys } from '../platform/storage/key-ring.ts';
import { listBackups } from '../platform/storage/list-backups.ts';
import { UnfitBackup } from '../platform/storage/manifest.ts';
import { restoreJournal } from '../platform/storage/restore-journal.ts';
import { firstShop } from '../platform/store/first-shop.ts';
import { openSqlite } from '../platform/store/sqlite.ts';
import type { RestoreOnServer } from './restore-port.ts';
import { withRestored } from './restore-trial.ts';
import { assertMid } from './shop-store.ts';

const PORTS = { clock: systemClock, random: systemRandom };

/** @param whileStopped stops the server, runs an action, and starts the server again */
export function createRestoreOnServer(
  config: Config,
  whileStopped: <T>(action: () => Promise<T>) => Promise<T>,
): RestoreOnServer {
  let isRunning = false;

  async function trial(folder: string): Promise<BackupTrial> {
    if (config.databaseUrl !== null)
      return { fit: false, message: 'This server uses PostgreSQL. Stop it, and run npm run restore -- FOLDER' };
    try {
      return await withRestored(
        { folder, databaseUrl: null, workDir: config.dataDir, dataKey: config.dataKey, ...PORTS },
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
        throw new UnfitBackup('A shop has been set up on this server meanwhile');
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
      if (first === null) throw new Error('The backup holds no shop');
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
