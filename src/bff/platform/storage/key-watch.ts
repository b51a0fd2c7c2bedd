import type { Ports } from '../audit/ports.ts';
import { dataKeyMark, FIRST_SEALING_KEY, type KeyRing, unwrapKey } from '../base/keys.ts';
import { describeError } from '../base/logging.ts';
import { createLoop } from '../base/loop.ts';
import type { Servers } from '../store/servers.ts';
import { type Rotation, readRotations, readWrapped, sealingKeyIn } from './key-ring.ts';
import { KEY_WATCH_CHECK_EVERY_MS } from './limits.ts';

const FAILURE = 'failed to read the keys of the journal';

export interface KeyWatchOptions extends Pick<Ports, 'db' | 'clock' | 'log'> {
  readonly keys: KeyRing;
  readonly servers: Pick<Servers, 'id' | 'alive'>;
}

/**
 * Loads new keys while the server runs, and records them in the database, because a key is used
 * only once every server knows it.
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

/** Creates the watch for a server that has its keys from `loadKeys`. */
export function createKeyWatch({ db, keys, servers, clock, log }: KeyWatchOptions): KeyWatch {
  let published = '';
  let isFailing = false;

  async function check(): Promise<void> {
    const rotations = await readRotations(db);
    const last = rotations.at(-1);
    if (last !== undefined && !isLoaded(keys, last)) await learnKeys(last);
    const sealing = sealingKeyIn(rotations);
    if (keys.sealsWith() !== sealing) keys.sealWith(sealing);
    await publishState({ knows: Math.max(FIRST_SEALING_KEY, ...keys.sealing.keys()), seals_with: keys.sealsWith() });
  }

  async function learnKeys({ from_key, handed }: Rotation): Promise<void> {
    for (const [number, key] of await readWrapped(db, keys.dataKey()))
      if (number !== FIRST_SEALING_KEY) keys.learn(number, key);
    if (handed !== null && dataKeyMark(keys.dataKey()) === from_key)
      keys.takeDataKey(unwrapKey(keys.dataKey(), handed));
  }

  async function publishState(row: { readonly knows: number; readonly seals_with: number }): Promise<void> {
    const state = JSON.stringify(row);
    if (state === published) return;
    await db
      .insertInto('key_reader')
      .values({ server: servers.id, ...row })
      .onConflict((conflict) => conflict.column('server').doUpdateSet(row))
      .execute();
    published = state;
  }

  /** Logs a failure once, and again after a success. */
  async function tryToCheck(): Promise<void> {
    try {
      await check();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn(describeError(error), FAILURE);
      isFailing = true;
    }
  }

  const watching = createLoop({
    clock,
    log,
    firstMs: KEY_WATCH_CHECK_EVERY_MS,
    everyMs: KEY_WATCH_CHECK_EVERY_MS,
    work: tryToCheck,
    failureMessage: FAILURE,
  });

  return {
    look: check,
    async start() {
      await check();
      await db
        .deleteFrom('key_reader')
        .where('server', 'not in', [...(await servers.alive())])
        .execute();
      watching.start();
    },
    stop: watching.stop,
  };
}

/** True if a server has the sealing key and the data key of a rotation. */
function isLoaded(keys: KeyRing, { number, to_key }: Rotation): boolean {
  return keys.sealing.has(number) && dataKeyMark(keys.dataKey()) === to_key;
}
