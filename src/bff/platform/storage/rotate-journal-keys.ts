import { makeKey } from '../base/keys.ts';
import type { Clock } from '../base/ports.ts';
import type { Config } from '../config/config.ts';
import { livingServers } from '../store/live-servers.ts';
import { isInUse } from '../store/single-server.ts';
import { keepKeyAt, loadDataKey, putDataKey } from './data-key.ts';
import { openExisting } from './open-existing.ts';
import { type LivingServers, type Rotated, RotationStopped, rotateKeys } from './rotate.ts';

export interface RotatingJournal {
  readonly config: Config;
  /**
   * File of the new data key, made where there is none; null where the key is in the data folder.
   */
  readonly to: string | null;
  readonly clock: Clock;
}

/**
 * Rotates the keys of the journal that the settings name, beside running servers. A data key in the
 * data folder is replaced there; one that the settings give is replaced by whoever gave it, and a
 * second call with the new one ends the rotation.
 * @throws RotationStopped, WrongKey, Error in words
 */
export async function rotateJournalKeys({ config, to, clock }: RotatingJournal): Promise<Rotated> {
  const { dataDir, databaseUrl } = config;
  const isGiven = config.dataKey !== null;
  if (!isGiven && to !== null)
    throw new RotationStopped('The data key is in DATA_DIR and the new one will be too: leave out --to');
  const { db } = await openExisting(config, 'key_rotation');
  try {
    const living: LivingServers =
      databaseUrl === null
        ? (said) => Promise.resolve(said.size > 0 || !isInUse(dataDir))
        : async (said) => (await livingServers(db)).every((server) => said.has(server));
    return await rotateKeys({
      db,
      clock,
      living,
      dataKey: config.dataKey ?? loadDataKey(dataDir, true),
      keep: (proposed) => Promise.resolve(isGiven ? keepGiven(to, proposed) : (proposed ?? makeKey())),
      settle(next) {
        if (!isGiven) putDataKey(dataDir, next);
        return Promise.resolve(!isGiven);
      },
    });
  } finally {
    await db.destroy();
  }
}

/**
 * A rotation that goes on has handed the key out already, so a file is only looked at where one is
 * named.
 */
function keepGiven(to: string | null, proposed: Buffer | null): Buffer {
  if (to !== null) return keepKeyAt(to, proposed);
  if (proposed !== null) return proposed;
  throw new RotationStopped(
    'DATA_KEY gives the data key, so name the file of the new one: npm run keys:rotate -- --to FILE makes it there',
  );
}
