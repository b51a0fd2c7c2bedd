import { makeKey } from '../../../bff/platform/base/keys.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import type { Config } from '../../../bff/platform/config/config.ts';
import { loadDataKey, replaceDataKey, saveKeyAt } from '../../../bff/platform/storage/data-key.ts';
import { openExisting } from '../../../bff/platform/storage/open-existing.ts';
import { livingServers } from '../../../bff/platform/store/live-servers.ts';
import { isInUse } from '../../../bff/platform/store/single-server.ts';
import { type LivingServers, type RotationResult, RotationStopped, rotateKeys } from './rotate.ts';

export interface RotatingJournal {
  readonly config: Config;
  /** File for the new data key, created if needed; null if the key is in the data folder. */
  readonly to: string | null;
  readonly clock: Clock;
}

/**
 * Rotates the keys of the configured journal while servers run. A data key in the data folder is
 * replaced there; a data key from the settings has to be replaced by the operator, and a second
 * call with the new key completes the rotation.
 * @throws RotationStopped, WrongKey, Error with a message
 */
export async function rotateJournalKeys({ config, to, clock }: RotatingJournal): Promise<RotationResult> {
  const { dataDir, databaseUrl } = config;
  const hasConfiguredKey = config.dataKey !== null;
  if (!hasConfiguredKey && to !== null)
    throw new RotationStopped('The data key is in DATA_DIR and the new one will be too: leave out --to');
  const { db } = await openExisting(config, 'key_rotation');
  try {
    const living: LivingServers =
      databaseUrl === null
        ? (updated) => Promise.resolve(updated.size > 0 || !isInUse(dataDir))
        : async (updated) => (await livingServers(db)).every((server) => updated.has(server));
    return await rotateKeys({
      db,
      clock,
      living,
      dataKey: config.dataKey ?? loadDataKey(dataDir, true),
      storeDataKey: (proposed) =>
        Promise.resolve(hasConfiguredKey ? saveConfiguredKey(to, proposed) : (proposed ?? makeKey())),
      settle(next) {
        if (!hasConfiguredKey) replaceDataKey(dataDir, next);
        return Promise.resolve(!hasConfiguredKey);
      },
    });
  } finally {
    await db.destroy();
  }
}

/** A rotation in progress has already given out the key, so a file is optional. */
function saveConfiguredKey(to: string | null, proposed: Buffer | null): Buffer {
  if (to !== null) return saveKeyAt(to, proposed);
  if (proposed !== null) return proposed;
  throw new RotationStopped(
    'DATA_KEY sets the data key, so choose a file for the new one: npm run keys:rotate -- --to FILE',
  );
}
