import type { Ports } from '../audit/ports.ts';
import { dataKeyMark, FIRST_SEALING_KEY, type KeyRing, unwrapKey } from '../base/keys.ts';
import { describeError } from '../base/logging.ts';
import { createLoop } from '../base/loop.ts';
import type { Servers } from '../store/servers.ts';
import { type Rotation, readRotations, readWrapped, sealingKeyIn } from './key-ring.ts';

/** How soon a server learns of a new key. */
const LOOK_EVERY_MS = 2_000;
const SORRY = 'the keys of the journal could not be looked at';

export interface KeyWatchOptions extends Pick<Ports, 'db' | 'clock' | 'log'> {
  readonly keys: KeyRing;
  readonly servers: Pick<Servers, 'id' | 'alive'>;
}

/**
 * Loads new keys while the server runs, and records that in the database: no key is used before
 * every server knows it.
 */
export interface KeyWatch {
  /**
   * Checks once. @throws Error if the database is unavailable, or if a new key cannot be opened
   * with the known data key
   */
  look(): Promise<void>;
  /**
   * Checks now, and regularly from then on. @throws as {@link KeyWatch.look}, for the first check
   */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the watch for a server that has its keys from `takeKeys`. */
export function createKeyWatch({ db, keys, servers, clock, log }: KeyWatchOptions): KeyWatch {
  let told = '';
  let isFailing = false;

  async function look(): Promise<void> {
    const rotations = await readRotations(db);
    const last = rotations.at(-1);
    if (last !== undefined && !isTaken(keys, last)) await take(last);
    const sealing = sealingKeyIn(rotations);
    if (keys.sealsWith() !== sealing) keys.sealWith(sealing);
    await say({ knows: Math.max(FIRST_SEALING_KEY, ...keys.sealing.keys()), seals_with: keys.sealsWith() });
  }

  async function take({ from_key, handed }: Rotation): Promise<void> {
    for (const [number, key] of await readWrapped(db, keys.dataKey()))
      if (number !== FIRST_SEALING_KEY) keys.learn(number, key);
    if (handed !== null && dataKeyMark(keys.dataKey()) === from_key)
      keys.takeDataKey(unwrapKey(keys.dataKey(), handed));
  }

  async function say(row: { readonly knows: number; readonly seals_with: number }): Promise<void> {
    const words = JSON.stringify(row);
    if (words === told) return;
    await db
      .insertInto('key_reader')
      .values({ server: servers.id, ...row })
      .onConflict((conflict) => conflict.column('server').doUpdateSet(row))
      .execute();
    told = words;
  }

  /** Logs a failure once, and again after a success. */
  async function tryToLook(): Promise<void> {
    try {
      await look();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn(describeError(error), SORRY);
      isFailing = true;
    }
  }

  const watching = createLoop({
    clock,
    log,
    firstMs: LOOK_EVERY_MS,
    everyMs: LOOK_EVERY_MS,
    work: tryToLook,
    sorry: SORRY,
  });

  return {
    look,
    async start() {
      await look();
      await db
        .deleteFrom('key_reader')
        .where('server', 'not in', [...(await servers.alive())])
        .execute();
      watching.start();
    },
    stop: watching.stop,
  };
}

/** True if a server has the sealing key of a rotation, and the data key for the next. */
function isTaken(keys: KeyRing, { number, to_key }: Rotation): boolean {
  return keys.sealing.has(number) && dataKeyMark(keys.dataKey()) === to_key;
}
